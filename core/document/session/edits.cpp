#include "core/document/session/edits.h"

#include "core/document/session/column_names.h"
#include "core/document/session/edit_steps.h"
#include "core/document/session/places.h"
#include "core/document/session/session_limits.h"
#include "core/model/address.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "core/tensor/memory.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace attn {

namespace {

/// Adapts the mask's pins and given matrices if the mask becomes one for each item or head, or one for all: they are
/// copied to all items and heads, or only those of the first remain.
template <class Key, class Value>
void spread_mask(std::map<Key, Value>& entries, const Extent& before, const Extent& after,
                 bool (*in_mask)(const Key&)) {
    std::map<Key, Value> spread;
    for (const auto& [key, value] : entries) {
        if (!in_mask(key)) {
            spread.emplace(key, value);
            continue;
        }
        const Index items = before.items == 1 ? after.items : 1;
        const Index heads = before.heads == 1 ? after.heads : 1;
        for (Index item = 0; item < items; ++item)
            for (Index head = 0; head < heads; ++head) {
                Key copy = key;
                copy.item += item;
                copy.head += head;
                spread.emplace(copy, value);
            }
    }
    entries = std::move(spread);
}

void follow_mask(Layer& layer, const Extent& before) {
    const Extent after = mask_extent(layer);
    if (before == after)
        return;
    spread_mask<CellId, float>(layer.pins, before, after,
                               [](const CellId& cell) { return cell.array == ArrayId::mask; });
    spread_mask<Address, Matrix>(layer.given, before, after,
                                 [](const Address& slot) { return slot.array == ArrayId::mask; });
}

/// Drops given matrices and pins of matrices that no longer exist. Returns a notice.
std::string drop_what_has_no_place(Layer& layer) {
    const Sizes sizes = sizes_of(layer);
    const Addresses addresses(layer, sizes);
    const auto given = std::erase_if(layer.given, [&](const auto& entry) { return !addresses.has(entry.first); });
    const Structure structure(layer, addresses);
    const auto pins = std::erase_if(layer.pins, [&](const auto& entry) {
        const CellId& cell = entry.first;
        const auto stage = cell.array;
        const Shape shape = shape_of(sizes, stage);
        return !structure.has(stage) || !addresses.has({cell.layer, stage, cell.item, cell.head}) ||
               cell.row >= shape.rows || cell.column >= shape.columns;
    });
    std::string notice;
    if (pins > 0)
        notice = fmt::format("{} removed with {} cell.", pins == 1 ? "A pin was" : fmt::format("{} pins were", pins),
                             pins == 1 ? "its" : "their");
    if (given > 0)
        notice += fmt::format("{}{} removed.", notice.empty() ? "" : " ",
                              given == 1 ? "A matrix that was given whole was"
                                         : fmt::format("{} matrices that were given whole were", given));
    return notice;
}

/// Drops hypotheses about heads that no longer exist. Returns a notice.
std::string drop_hypotheses_without_head(Session& session) {
    const auto heads = static_cast<Index>(session.layer().heads.size());
    const auto gone =
        std::erase_if(session.hypotheses, [&](const auto& hypothesis) { return hypothesis.first >= heads; });
    if (gone == 0)
        return {};
    return fmt::format("{} removed with {} head.", gone == 1 ? "A claim was" : fmt::format("{} claims were", gone),
                       gone == 1 ? "its" : "their");
}

/// Drops goals that cannot be met any more.
void drop_goals_without_place(Session& session) {
    const Sizes sizes = sizes_of(session.layer());
    std::erase_if(session.goals, [&](const Goal& goal) { return !fits(goal.when, sizes); });
    if (!fits(session.told_while, sizes))
        session.told_while = {.kind = Condition::Kind::any}; // never holds
}

/// True if words, embeddings and weights are equal. Matrices that an edit did not change are shared, so they are
/// compared quickly.
bool says_the_same(const Layer& before, const Layer& after) {
    const auto words_differ = [](const Sequence& left, const Sequence& right) {
        return left.items != right.items || left.embeddings != right.embeddings;
    };
    if (before.heads.size() != after.heads.size() || words_differ(before.sequence, after.sequence))
        return false;
    for (const Array& row : parameters()) {
        const std::size_t heads = row.heads == Heads::none ? 1 : before.heads.size();
        for (std::size_t head = 0; head < heads; ++head) {
            const Matrix& left = parameter(before, row.id, static_cast<Index>(head));
            const Matrix& right = parameter(after, row.id, static_cast<Index>(head));
            if (!left.is_same_as(right) && !equal_bits(left, right))
                return false;
        }
    }
    return true;
}

/// True if a sentence still has one of its former words. Letters always count as kept.
bool keeps_a_word(const Session& before, const Session& after) {
    if (after.split == Split::letters)
        return true;
    std::set<std::string_view> words;
    for (const auto& item : before.layer().sequence.items)
        words.insert(item.begin(), item.end());
    return std::ranges::any_of(after.layer().sequence.items, [&](const auto& item) {
        return std::ranges::any_of(item, [&](const std::string& word) { return words.contains(word); });
    });
}

/// Drops a preset's question and text if its words or weights changed, and its hint if none of its words is left.
void drop_texts_that_held_before(const Session& before, Session& after) {
    if (after.texts_of_preset && !after.hint.empty() && !keeps_a_word(before, after))
        after.hint.clear();
    if (!after.texts_of_preset || (after.question.empty() && after.about.empty()) ||
        says_the_same(before.layer(), after.layer()))
        return;
    after.question.clear();
    after.about.clear();
    after.told_while = {};
}

Opening within(Opening opening, const Layer& layer) {
    const Sizes sizes = sizes_of(layer);
    const Shape shape = shape_of(sizes, opening.stage);
    opening.item = std::clamp<Index>(opening.item, 0, sizes.B - 1);
    opening.head = std::clamp<Index>(opening.head, 0, sizes.H - 1);
    opening.row = std::clamp<Index>(opening.row, 0, std::max<Index>(1, shape.rows) - 1);
    opening.column = std::clamp<Index>(opening.column, 0, std::max<Index>(1, shape.columns) - 1);
    return opening;
}

/// Applies an edit of the tokens to the edited layers of the model, so that their pins and masks follow the tokens.
Result<void> follow_tokens(const Session& before, Applied& after, const Edit& edit) {
    if (before.layer().sequence.items == after.session.layer().sequence.items)
        return {};
    for (auto& [number, layer] : after.session.changed_layers) {
        Session other = before;
        other.opened = *layer;
        other.changed_layers.clear();
        auto applied = attn::apply(other, edit);
        if (!applied)
            return applied.error();
        layer = std::make_shared<const Layer>(std::move(applied->session.opened));
        if (!applied->notice.empty())
            after.notice +=
                (after.notice.empty() ? "" : " ") + NamedWords(fmt::format("In layer {}: ", number)) + applied->notice;
    }
    return {};
}

Result<Applied> apply_with_memory(const Session& session, const Edit& edit) {
    const Extent mask_before = mask_extent(session.layer());
    const Index items_before = session.layer().sequence.item_count();
    auto applied = std::visit([&](const auto& kind) { return apply_edit(session, kind); }, edit);
    if (!applied)
        return applied;
    Layer& layer = applied->session.layer();
    if (layer.sequence.item_count() == items_before || mask_before.items == 1)
        follow_mask(layer, mask_before);
    for (const std::string& lost : {drop_what_has_no_place(layer), drop_hypotheses_without_head(applied->session)})
        if (!lost.empty())
            applied->notice += (applied->notice.empty() ? "" : " ") + NamedWords(lost);
    if (auto fits = check_window_limits(sizes_of(layer)); !fits)
        return fits.error();
    if (auto valid = validate(layer); !valid)
        return valid.error();
    if (auto followed = follow_tokens(session, *applied, edit); !followed)
        return followed.error();
    Session& changed = applied->session;
    changed.opening = within(changed.opening, layer);
    LostColumnNames lost_names = drop_untrue_column_names(changed, edit);
    applied->nameless = std::move(lost_names.arrays);
    applied->names_lost = std::move(lost_names.words);
    drop_goals_without_place(changed);
    drop_texts_that_held_before(session, changed);
    return applied;
}

} // namespace

Result<Applied> apply(const Session& session, const Edit& edit) {
    return with_memory_for("this change", [&] { return apply_with_memory(session, edit); });
}

} // namespace attn
