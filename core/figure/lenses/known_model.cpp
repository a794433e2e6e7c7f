#include "core/figure/lenses/known_model.h"

#include "core/document/session/model_words.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <functional>

namespace attn {

namespace {

/// Opening and computing a model takes longer than a frame, however small it is.
constexpr double longer_than_a_frame = 1e12;

using MaybeModel = Result<std::shared_ptr<const OpenedModel>>;
using MaybeReading = Result<std::shared_ptr<const ModelReading>>;

std::uint64_t hash_of(const std::string& text) {
    return std::hash<std::string>{}(text);
}

/// Adds all edits of the model that the session contains: the numbers of all stages of its layer, since they change
/// with any edit of it, and its other edited layers.
void add_changes(LensInputs& inputs, const Session& session, const Trace& trace, Index item) {
    for (const Array& row : stages())
        inputs.stage(trace, row.id, item);
    for (const auto& [number, layer] : session.changed_layers)
        inputs.values.push_back(layer);
}

LensInputs text_of(const Session& session) {
    LensInputs inputs;
    inputs.numbers.push_back(hash_of(session.origin->file.string()));
    for (const std::vector<std::string>& tokens : session.layer().sequence.items)
        for (const std::string& token : tokens)
            inputs.numbers.push_back(hash_of(token));
    return inputs;
}

} // namespace

std::string KnownModel::word(Index id) const {
    return opened->words->token(id);
}

KnownModel opened_model(const DrawContext& drawing) {
    KnownModel known;
    const Session& session = drawing.session;
    if (auto there = has_model_around(session); !there) {
        known.problem = there.error().message;
        return known;
    }
    const Later<MaybeModel> model =
        drawing.cache.found_later(key_of(Lens::whole_model), text_of(session), longer_than_a_frame,
                                  [session](const std::stop_token& /*stop*/) -> MaybeModel {
                                      auto opened = open_model_around(session);
                                      if (!opened)
                                          return opened.error();
                                      return std::make_shared<const OpenedModel>(*std::move(opened));
                                  });
    if (model.now() == nullptr) {
        known.problem = model.is_present ? std::string(model.why_not()) : std::string();
        return known;
    }
    if (!*model.found) {
        known.problem = model.found->error().message;
        return known;
    }
    const std::shared_ptr<const OpenedModel> opened = **model.found;
    const auto number = number_in_model(session, opened->model);
    if (!number) {
        known.problem = number.error().message;
        return known;
    }
    if (const Caveat* const end = end_of(opened->model)) {
        known.problem = end->says;
        return known;
    }
    known.opened = opened;
    known.layer = *number;
    return known;
}

KnownModel known_model(const DrawContext& drawing) {
    KnownModel known = opened_model(drawing);
    if (!known.opened)
        return known;
    const Session& session = drawing.session;
    const std::shared_ptr<const OpenedModel> opened = known.opened;
    const Index item = drawing.view_state.item;
    const Index row = std::clamp<Index>(drawing.view_state.row, 0, drawing.sizes().S_q - 1);
    LensInputs inputs = text_of(session).number(item).number(row).number(known.layer);
    add_changes(inputs, session, drawing.trace, item);
    const Later<MaybeReading> reading = drawing.cache.found_later(
        key_of(Lens::model_reading), inputs, longer_than_a_frame,
        [session, opened, item, row](const std::stop_token& stop) -> MaybeReading {
            const auto changed = with_changes_of(session, opened->model);
            if (!changed)
                return changed.error();
            return std::make_shared<const ModelReading>(read_model(*changed, item, row, stop));
        });
    known.is_present = reading.is_present;
    if (reading.found == nullptr)
        return known;
    if (!*reading.found) {
        known.problem = reading.found->error().message;
        return known;
    }
    known.reading = **reading.found;
    const bool is_of_this = std::ssize(known.reading->heads) == std::ssize(opened->model.blocks) &&
                            known.reading->tokens == drawing.sizes().S_q;
    if (!is_of_this) // the last result is that of another model or text
        known.reading.reset();
    return known;
}

bool has_other_text(const DrawContext& drawing) {
    if (drawing.baseline == nullptr || !has_model_around(drawing.session))
        return false;
    const Layer& before = drawing.baseline->layer();
    const Layer& now = drawing.layer();
    return before.name == now.name && before.sequence.items != now.sequence.items &&
           before.sequence.item_count() == now.sequence.item_count() &&
           before.sequence.token_count() == now.sequence.token_count();
}

KnownPatching known_patching(const DrawContext& drawing, const KnownModel& model) {
    using Maybe = Result<std::shared_ptr<const Patching>>;
    KnownPatching known;
    const Session& session = drawing.session;
    const Index item = drawing.view_state.item;
    const Index row = std::clamp<Index>(drawing.view_state.row, 0, drawing.sizes().S_q - 1);
    Session other = session;
    other.opened = drawing.baseline->layer();
    LensInputs inputs = text_of(session).number(item).number(row).number(model.layer);
    add_changes(inputs, session, drawing.trace, item);
    add_changes(inputs, session, *drawing.baseline, item);
    const Later<Maybe> found = drawing.cache.found_later(
        key_of(Lens::model_patching), inputs, longer_than_a_frame,
        [session, other, opened = model.opened, item, row](const std::stop_token& stop) -> Maybe {
            const auto other_model = open_model_around(other);
            if (!other_model)
                return other_model.error();
            const auto before = with_changes_of(other, other_model->model);
            const auto now = with_changes_of(session, opened->model);
            if (!before || !now)
                return before ? now.error() : before.error();
            return std::make_shared<const Patching>(patch(*before, *now, item, row, stop));
        });
    if (found.now() == nullptr)
        known.problem = found.is_present ? std::string(found.why_not()) : std::string();
    else if (!*found.found)
        known.problem = found.found->error().message;
    else
        known.patching = **found.found;
    return known;
}

} // namespace attn
