#include "core/lesson/beside_task.h"

#include "core/document/session/changed_parts.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/model/arrays.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

using Parts = std::vector<std::string>;

bool is_among(std::string_view part, const Parts& allowed) {
    return std::ranges::any_of(allowed, [&](const std::string& other) { return is_part_of(part, other); });
}

/// "W_Q/1" → "W_Q⁽¹⁾"; "mask" → "the mask".
std::string part_in_words(const Session& session, std::string_view part) {
    constexpr std::array words{std::pair("tokens", "the word"),      std::pair("context", "the word that is read"),
                               std::pair("mask", "the mask"),        std::pair("scale", "the scale"),
                               std::pair("sizes", "how wide it is"), std::pair("heads", "which heads are on")};
    const auto* const found = std::ranges::find_if(words, [&](const auto& row) { return part == row.first; });
    if (found != words.end())
        return found->second;
    const std::string_view array = part.substr(0, part.find('/'));
    if (const auto cell = parse_cell_name(fmt::format("{}[1,1]", part)); cell && array != part)
        return matrix_name(session, cell->array, cell->head);
    const auto id = find_array(std::string(array));
    return id ? shown_name(session, *id) : std::string(part);
}

std::string parts_in_words(const Session& session, const Parts& parts) {
    Parts words;
    for (const std::string& part : parts)
        words.push_back(part_in_words(session, part));
    return enumerated(words);
}

/// The first cell pinned since the task began, in an array that the task does not allow to change.
std::optional<CellId> pinned_beside(const Layer& now, const Layer& then, const Parts& allowed) {
    for (const auto& [cell, value] : now.pins) {
        const std::string part = has_heads(cell.array) ? fmt::format("{}/{}", array_name(cell.array), cell.head + 1)
                                                       : std::string(array_name(cell.array));
        if (!then.pins.contains(cell) && !is_among(part, allowed))
            return cell;
    }
    return std::nullopt;
}

} // namespace

std::vector<std::string> allowed_parts(const Condition& condition) {
    Parts allowed = condition.parts_allowed;
    for (const Condition& part : condition.parts)
        std::ranges::move(allowed_parts(part), std::back_inserter(allowed));
    return allowed;
}

std::string changed_beside_task(const Session& now, const LessonRun& run) {
    const Parts allowed = allowed_parts(run.now().task->done);
    const Layer& then = run.beginning->session.layer();
    const Parts changed = changed_parts(now.layer(), then);
    Parts beside = changed;
    std::erase_if(beside, [&](const std::string& part) { return is_among(part, allowed); });
    if (allowed.empty() || beside.empty())
        return {};
    const std::string asked = parts_in_words(now, allowed);
    const bool is_untouched = beside.size() == changed.size();
    const std::string rest =
        is_untouched ? fmt::format("; {} {} as before", asked, allowed.size() == 1 ? "is" : "are") : std::string();
    if (const auto pinned = pinned_beside(now.layer(), then, allowed))
        return fmt::format("{} is pinned now, and not computed any more{}.", short_cell(now, *pinned), rest);
    return fmt::format("You changed {}; the task asks for {} alone.", parts_in_words(now, beside), asked);
}

} // namespace attn
