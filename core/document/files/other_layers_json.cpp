// Other layers in session files: the one that changes were compared with when the session was saved, and the edited
// layers of the same model.

#include "core/document/files/session_keys.h"
#include "core/model/structure.h"

#include <charconv>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// The keys of a layer: everything that its numbers depend on.
const std::vector<SessionKey>& keys_of_layer() {
    static const std::vector<SessionKey> keys = [] {
        std::vector<SessionKey> all{tokens_key(), sizes_key(),
                                    written_key<SessionReading, SessionWriting>(
                                        "seed", [](auto& of) -> auto& { return of.session.seed; })};
        for (const std::vector<SessionKey>& some :
             {sequence_keys(), norm_keys(), std::vector{context_key()}, weight_keys(), std::vector{block_key()},
              std::vector{mask_key()}, option_keys(), override_keys()})
            all.insert(all.end(), some.begin(), some.end());
        return all;
    }();
    return keys;
}

/// Reads a session that has only a layer; nullopt, with a failure recorded, if it is not valid.
std::optional<Session> read_layer(const SessionReading& into, const Field& field) {
    SessionReading read{into.matrices};
    const auto fail = [&](const std::string& problem) {
        field.fail(problem);
        return std::nullopt;
    };
    if (!field.is(Json::Kind::object))
        return fail(R"(expected a layer, such as {"tokens": ["a", "b"]})");
    expect_keys(keys_of_layer(), field);
    read_some(keys_of_layer(), field, read, true);
    read_sizes(read, field);
    if (!field.failed()) // sizes are checked before numbers are drawn or filled
        read_some(keys_of_layer(), field, read, false);
    if (field.failed())
        return std::nullopt;
    if (auto valid = validate(read.layer); !valid)
        return fail(valid.error().message);
    if (!is_present(read.layer, ArrayId::A))
        return fail("there is nothing to compute attention from");
    read.session.opened = std::move(read.layer);
    return std::move(read.session);
}

/// Writes a layer. Arrays that equal the shown layer's arrays of the same names are stored once; the names of the
/// others get `prefix`.
Json json_of_layer(SessionWriting& from, const Session& session, std::string prefix) {
    const SavedView no_view;
    SessionWriting writing{session, no_view, session.layer(), sizes_of(session.layer()), {}, std::move(from.matrices)};
    writing.matrices.begin_other_layer(std::move(prefix));
    Json json = write_keys(keys_of_layer(), writing);
    writing.matrices.end_other_layer();
    from.matrices = std::move(writing.matrices);
    return json;
}

void read_baseline(SessionReading& into, const Field& field) {
    if (auto session = read_layer(into, field))
        into.session.left_baseline = std::make_shared<const Session>(*std::move(session));
}

std::optional<Json> json_of_baseline(SessionWriting& from) {
    const auto& baseline = from.session.left_baseline;
    return baseline ? std::optional(json_of_layer(from, *baseline, "left_baseline.")) : std::nullopt;
}

void read_changed_layers(SessionReading& into, const Field& list) {
    for (const auto& [name, field] : list.members()) {
        Index number = -1;
        std::from_chars(name.data(), name.data() + name.size(), number);
        if (number < 0 || std::to_string(number) != name)
            return field.fail("expected the number of a layer, from 0");
        auto session = read_layer(into, field);
        if (!session)
            return;
        if (session->layer().sequence.items != into.layer.sequence.items)
            return field.fail("expected the tokens of the session");
        into.session.changed_layers[number] = std::make_shared<const Layer>(std::move(session->opened));
    }
}

Json json_of_changed_layers(SessionWriting& from) {
    Json json = json_object();
    for (const auto& [number, layer] : from.session.changed_layers) {
        Session alone = from.session; // a session with the same seed
        alone.opened = *layer;
        json.set(std::to_string(number), json_of_layer(from, alone, fmt::format("layers.{}.", number)));
    }
    return json;
}

} // namespace

SessionKey left_baseline_key() {
    return {"left_baseline", read_baseline, json_of_baseline};
}

SessionKey changed_layers_key() {
    return {"changed_layers", read_changed_layers,
            [](auto& from) { return unless_empty(json_of_changed_layers(from)); }};
}

} // namespace attn
