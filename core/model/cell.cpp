#include "core/model/cell.h"

#include "core/model/arrays.h"

#include <charconv>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr Index largest_number = 1'000'000'000; // far beyond any array, and sums of it do not overflow

/// True if a cell's name may contain a head; the mask's may, since masks can differ by head.
bool may_name_head(ArrayId array) {
    return has_heads(array) || row_of(array).items == PerItem::as_mask;
}

/// Takes a number counted from 1, such as "5", from the front of `text`; returns it counted from 0.
std::optional<Index> take_number(std::string_view& text) {
    Index number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc() || number < 1 || number > largest_number)
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
    return row_of(array).name;
}

std::string named(ArrayId array) {
    return named(array_name(array));
}

std::optional<ArrayId> find_array(std::string_view name) {
    for (const Array& row : arrays())
        if (!name.empty() && (row.name == name || row.other_name == name))
            return row.id;
    return std::nullopt;
}

Heads heads_of(ArrayId array) {
    return row_of(array).heads;
}

bool has_heads(ArrayId array) {
    return heads_of(array) != Heads::none;
}

std::string cell_name(const CellId& cell) {
    std::string name = cell.layer > 0 ? fmt::format("{}:", cell.layer) : std::string();
    name += array_name(cell.array);
    const bool differs_by_head = may_name_head(cell.array) && cell.head > 0;
    if (has_heads(cell.array) || differs_by_head)
        name += fmt::format("/{}", cell.head + 1);
    if (cell.item > 0)
        name += fmt::format("@{}", cell.item + 1);
    return name + fmt::format("[{},{}]", cell.row + 1, cell.column + 1);
}

std::string named(const CellId& cell) {
    return named(std::string_view(cell_name(cell)));
}

std::optional<CellId> parse_cell_name(std::string_view text, Index item) {
    Index layer = 0;
    if (const auto colon = text.find(':'); colon != std::string_view::npos) {
        const auto [end, status] = std::from_chars(text.data(), text.data() + colon, layer);
        if (status != std::errc() || end != text.data() + colon || layer < 0 || layer > largest_number)
            return std::nullopt;
        text.remove_prefix(colon + 1);
    }
    const auto end_of_name = text.find_first_of("/@[");
    if (end_of_name == std::string_view::npos)
        return std::nullopt;
    const auto array = find_array(text.substr(0, end_of_name));
    if (!array)
        return std::nullopt;
    text.remove_prefix(end_of_name);
    CellId cell{layer, *array, item};
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
