#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "ui/actions/fields.h"
#include "ui/actions/navigation.h"
#include "ui/actions/other_layer.h"

#include <array>
#include <cmath>
#include <fmt/core.h>
#include <string>

namespace attn {

namespace {

// --- Going to a cell -------------------------------------------------------------------------------------------------

struct Place {
    std::optional<CellId> cell{}; ///< the cell, if it was given by its name, "A/2[4,1]"; otherwise `row` and `column`
                                  ///< belong to the shown array
    bool names_layer = false;     ///< true: the name contains a layer, as "3:A/2[4,1]" does
    Index row = 0;
    std::optional<Index> column{}; ///< nullopt: the column of the selected cell
};

Result<Place> parse_place(std::string_view text) {
    text = trimmed(text);
    if (const auto cell = parse_cell_name(text))
        return Place{.cell = cell, .names_layer = text.find(':') != std::string_view::npos};
    const std::size_t apart = text.find_first_of(", ");
    const auto row = parse_count(text.substr(0, apart), 1);
    if (!row)
        return error("“{}” names no cell; write row, column such as 3, 5, or a name such as A/2[4,1]", text);
    Place place{.row = *row - 1};
    if (apart == std::string_view::npos)
        return place;
    text.remove_prefix(std::min(text.find_first_not_of(", ", apart), text.size()));
    const auto column = parse_count(text, 1);
    if (!column)
        return error("“{}” is no column; they count from 1", text);
    place.column = *column - 1;
    return place;
}

/// The cell at a row and column of the screen, where tokens may be columns.
CellId cell_at(const UiContext& ui, const Place& place) {
    CellId cell = inspected_cell(ui);
    const bool turned = is_transposed(ui, cell.array);
    const ShownPlace now = shown_place(ui, cell);
    (turned ? cell.column : cell.row) = place.row;
    (turned ? cell.row : cell.column) = place.column.value_or(now.column);
    return cell;
}

Result<void> go_to_place(const CommandContext& command, std::string_view /*part*/, const Place& place) {
    if (place.names_layer)
        return go_to_cell_of_layer(command, *place.cell);
    const UiContext& ui = command.ui;
    CellId cell = place.cell ? *place.cell : cell_at(ui, place);
    if (!has_array(ui, cell.array))
        return error("this layer has no {}", named(cell.array));
    if (auto is_there = check_place(ui, cell); !is_there)
        return is_there;
    command.workspace.overlay.reset();
    if (place.cell && cell.array != ui.workspace.array())
        go_to_cell(ui, command.workspace, cell);
    else
        point_at(ui, command.workspace, cell);
    return {};
}

// --- The range of the colours ----------------------------------------------------------------------------------------

Range range_in_sight(const UiContext& ui) {
    const CellId cell = selected_cell(ui);
    return heat_of(ui, {cell.layer, cell.array, cell.item, cell.head, 0, 0}).range;
}

template <float Range::*end>
std::string range_text(const UiContext& ui, std::string_view /*part*/) {
    return exact_number(range_in_sight(ui).*end);
}

template <float Range::*end>
Result<void> set_range_end(const CommandContext& command, std::string_view /*part*/, float number) {
    Range range = range_in_sight(command.ui);
    range.*end = number;
    if (!std::isfinite(number))
        return error("colours cannot reach to infinity");
    if (!(range.low < range.high))
        return error("the range would be {} to {}; its lower end must lie below the upper one", exact_number(range.low),
                     exact_number(range.high));
    fix_range(command.workspace.fixed_ranges, {command.workspace.array(), range.low, range.high});
    return {};
}

// --- The rule by which the next word is drawn ------------------------------------------------------------------------

template <auto Sampling::*number>
std::string sampling_text(const UiContext& ui, std::string_view /*part*/) {
    return exact_number(static_cast<float>(ui.workspace.sampling.*number));
}

/// Sets a number of the sampling rule, if the whole rule is then valid.
template <auto Sampling::*number, class Value>
Result<void> set_sampling(const CommandContext& command, std::string_view /*part*/, Value value) {
    Sampling changed = command.workspace.sampling;
    changed.*number = value;
    if (auto valid = check(changed); !valid)
        return valid;
    command.workspace.sampling = changed;
    return {};
}

Result<Index> parse_count_or_none(std::string_view text) {
    return parse_count(text, 0);
}

constexpr std::array view_field_table{
    FieldRow{.id = "go-to",
             .label = "Row, column",
             .hint = "3, 5 or A[3,5]",
             .enter = entering<parse_place, go_to_place>,
             .waits_for_enter = true,
             .menus = {{Menu::go, 0, 80}}},
    FieldRow{.id = "range-low",
             .label = "Fixed from",
             .hint = "number",
             .read = range_text<&Range::low>,
             .enter = entering<parse_number, set_range_end<&Range::low>>,
             .menus = {{Menu::range, 1, 40}}},
    FieldRow{.id = "range-high",
             .label = "to",
             .hint = "number",
             .read = range_text<&Range::high>,
             .enter = entering<parse_number, set_range_end<&Range::high>>,
             .menus = {{Menu::range, 1, 50}}},
    FieldRow{.id = "draw-temperature",
             .label = "Temperature",
             .hint = "1: as the model says; less: surer",
             .read = sampling_text<&Sampling::temperature>,
             .enter = entering<parse_number, set_sampling<&Sampling::temperature, float>>,
             .menus = {{Menu::next_word, 0, 10}}},
    FieldRow{.id = "draw-top-k",
             .label = "Top-k (0: all words)",
             .hint = "how many words",
             .read = sampling_text<&Sampling::top_k>,
             .enter = entering<parse_count_or_none, set_sampling<&Sampling::top_k, Index>>,
             .menus = {{Menu::next_word, 0, 20}}},
    FieldRow{.id = "draw-top-p",
             .label = "Top-p (1: all words)",
             .hint = "e.g. 0.9",
             .read = sampling_text<&Sampling::top_p>,
             .enter = entering<parse_number, set_sampling<&Sampling::top_p, float>>,
             .menus = {{Menu::next_word, 0, 30}}},
};
static_assert(each_is_in_a_menu_or_says_why_not(view_field_table));

} // namespace

std::span<const FieldRow> view_field_rows() {
    return view_field_table;
}

} // namespace attn
