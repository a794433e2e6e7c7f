// The baseline in a session's file: the layer from which changes were counted when the session was saved.

#include "core/document/files/session_keys.h"
#include "core/model/structure.h"

#include <memory>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// The keys of a baseline: all that its numbers come from.
const std::vector<SessionKey>& baseline_keys() {
    static const std::vector<SessionKey> keys = [] {
        std::vector<SessionKey> all{tokens_key(), sizes_key(),
                                    written_key<SessionReading, SessionWriting>(
                                        "seed", [](auto& of) -> auto& { return of.session.seed; })};
        for (const std::vector<SessionKey>& some :
             {sequence_keys(), norm_keys(), std::vector{context_key()}, weight_keys(), std::vector{mask_key()},
              option_keys(), override_keys()})
            all.insert(all.end(), some.begin(), some.end());
        return all;
    }();
    return keys;
}

void read_baseline(SessionReading& into, const Field& field) {
    SessionReading read{into.matrices};
    if (!field.is(Json::Kind::object))
        return field.fail(R"(expected a layer, such as {"tokens": ["a", "b"]})");
    expect_keys(baseline_keys(), field);
    read_some(baseline_keys(), field, read, true);
    read_sizes(read, field);
    if (!field.failed()) // sizes are checked before numbers are drawn or filled
        read_some(baseline_keys(), field, read, false);
    if (field.failed())
        return;
    if (auto valid = validate(read.layer); !valid)
        return field.fail(valid.error().message);
    if (!is_present(read.layer, ArrayId::A))
        return field.fail("there is nothing to compute attention from");
    read.session.opened = std::move(read.layer);
    into.session.left_baseline = std::make_shared<const Session>(std::move(read.session));
}

std::optional<Json> json_of_baseline(SessionWriting& from) {
    const auto& baseline = from.session.left_baseline;
    if (!baseline)
        return std::nullopt;
    const SavedView no_view;
    SessionWriting writing{
        *baseline, no_view, baseline->layer(), sizes_of(baseline->layer()), {}, std::move(from.matrices)};
    writing.matrices.begin_baseline();
    Json json = write_keys(baseline_keys(), writing);
    writing.matrices.end_baseline();
    from.matrices = std::move(writing.matrices);
    return json;
}

} // namespace

SessionKey left_baseline_key() {
    return {"left_baseline", read_baseline, json_of_baseline};
}

} // namespace attn
