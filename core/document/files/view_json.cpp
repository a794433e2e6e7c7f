// The view in session files: what was shown when the session was saved.

#include "core/document/files/session_keys.h"

#include <cmath>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

constexpr std::string_view other_arrays = "others";
constexpr std::string_view of_all_heads = "stage";

void read_place(SessionReading& into, const Field& field) {
    into.view.place = read_opening(field, into.sizes, true);
}

std::optional<Json> json_of_place(const SessionWriting& from) {
    const auto& place = from.view.place;
    return place && place != from.session.opening ? std::optional(json_of_opening(*place)) : std::nullopt;
}

void read_picture(SessionReading& into, const Field& field) {
    check_length(into.view.picture = field.text(), field);
}

/// Reads the fixed ranges of colours: two ends for each array that has one. The ranges of other arrays follow their
/// numbers.
void read_limits(SessionReading& into, const Field& limits) {
    if (!limits.is(Json::Kind::object))
        return limits.fail(R"(expected the limits of arrays, such as {"A": [0, 0.5]})");
    for (const auto& [name, field] : limits.members()) {
        if (name == other_arrays) {
            if (!field.is_text(of_all_heads))
                return field.fail(fmt::format("expected \"{}\"", of_all_heads));
            into.view.shares_range = true;
            continue;
        }
        const auto array = find_array(name);
        if (!array)
            return field.fail("there is no such array; expected one such as A");
        const auto ends = field.is(Json::Kind::list) ? field.items() : std::vector<Field>();
        if (ends.size() != 2)
            return field.fail("expected two numbers, the lower first");
        const FixedRange range{*array, ends[0].number(0), ends[1].number(1)};
        if (!std::isfinite(range.low) || !std::isfinite(range.high))
            return field.fail("colours cannot reach to infinity");
        if (range.low >= range.high)
            return field.fail("the first limit is not below the second");
        into.view.ranges.push_back(range);
    }
}

std::optional<Json> json_of_limits(const SessionWriting& from) {
    Json json = json_object();
    for (const FixedRange& range : from.view.ranges)
        json.set(std::string(array_name(range.array)), json_list({json_of(range.low), json_of(range.high)}));
    if (from.view.shares_range)
        json.set(std::string(other_arrays), json_of(of_all_heads));
    return unless_empty(std::move(json));
}

const std::vector<SessionKey>& view_keys() {
    static const std::vector<SessionKey> keys{{"at", read_place, json_of_place},
                                              {"picture", read_picture,
                                               [](auto& from) {
                                                   const std::string& picture = from.view.picture;
                                                   return picture.empty() ? std::nullopt
                                                                          : std::optional(json_of(picture));
                                               }},
                                              {"limits", read_limits, json_of_limits}};
    return keys;
}

} // namespace

std::vector<SessionKey> keys_of_view() {
    return {{"view", [](auto& into, const Field& field) { read_keys(view_keys(), field, into); },
             [](auto& from) { return unless_empty(write_keys(view_keys(), from)); }},
            // Keys of earlier versions.
            {"left_at", read_place},
            {"left_picture", read_picture},
            {"left_limits", read_limits}};
}

} // namespace attn
