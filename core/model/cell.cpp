#include "core/model/cell.h"

#include "core/model/stages.h"

#include <array>
#include <charconv>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr std::array<std::string_view, parameter_count> parameter_names{"W_Q", "W_K", "W_V", "W_O",
                                                                        "b_Q", "b_K", "b_V", "b_O"};

/// What resid_pre was called; files that say so are still read.
constexpr std::string_view resid_pre_before = "residual";

constexpr std::array<Heads, parameter_count> heads_of_parameters{Heads::each, Heads::kv, Heads::kv, Heads::each,
                                                                 Heads::each, Heads::kv, Heads::kv, Heads::none};

/// Whether a name may say of which head it is: the mask may differ by head.
bool may_name_head(ArrayId array) {
    return has_heads(array) || array == ArrayId::mask;
}

/// Reads "5" and the like from the front of `text`, counted from 1; returns it counted from 0.
std::optional<Index> take_number(std::string_view& text) {
    Index number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    constexpr Index largest = 1'000'000'000; // far beyond any array, and far from overflowing in sums
    if (status != std::errc() || number < 1 || number > largest)
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number - 1;
}

bool take(std::string_view& text, char expected) {
    if (!text.starts_with(expected))
        return false;
    text.remove_prefix(1);
    return true;
}

} // namespace

std::string_view array_name(ArrayId array) {
    if (is_stage(array))
        return stage(array).name;
    return parameter_names[static_cast<std::size_t>(array) - stage_count];
}

std::optional<ArrayId> find_array(std::string_view name) {
    if (name == resid_pre_before)
        return ArrayId::resid_pre;
    for (const Array& row : stages())
        if (row.name == name)
            return row.id;
    for (std::size_t i = 0; i < parameter_names.size(); ++i)
        if (parameter_names[i] == name)
            return static_cast<ArrayId>(stage_count + static_cast<Index>(i));
    return std::nullopt;
}

Heads heads_of(ArrayId array) {
    if (is_stage(array))
        return stage(array).heads;
    return heads_of_parameters[static_cast<std::size_t>(array) - stage_count];
}

bool has_heads(ArrayId array) {
    return heads_of(array) != Heads::none;
}

std::string cell_name(const CellId& cell) {
    std::string name(array_name(cell.array));
    const bool differs_by_head = cell.array == ArrayId::mask && cell.head > 0;
    if (has_heads(cell.array) || differs_by_head)
        name += fmt::format("/{}", cell.head + 1);
    if (cell.item > 0)
        name += fmt::format("@{}", cell.item + 1);
    return name + fmt::format("[{},{}]", cell.row + 1, cell.column + 1);
}

std::optional<CellId> parse_cell_name(std::string_view text, Index item) {
    const auto end_of_name = text.find_first_of("/@[");
    if (end_of_name == std::string_view::npos)
        return std::nullopt;
    const auto array = find_array(text.substr(0, end_of_name));
    if (!array)
        return std::nullopt;
    text.remove_prefix(end_of_name);
    CellId cell{*array, item, 0, 0, 0};
    const auto take_into = [&](Index& place) {
        const auto number = take_number(text);
        place = number.value_or(0);
        return number.has_value();
    };
    if (take(text, '/') && (!may_name_head(*array) || !take_into(cell.head)))
        return std::nullopt;
    if (take(text, '@') && !take_into(cell.item))
        return std::nullopt;
    const bool complete = take(text, '[') && take_into(cell.row) && take(text, ',') && take_into(cell.column) &&
                          take(text, ']') && text.empty();
    return complete ? std::optional(cell) : std::nullopt;
}

} // namespace attn
