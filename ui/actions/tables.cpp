#include "ui/actions/tables.h"

#include "core/document/session/edits.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_description.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/files/table_text.h"
#include "core/tensor/compose.h"
#include "ui/actions/fields.h"
#include "ui/document/film.h"

#include <array>
#include <fmt/core.h>
#include <imgui.h>
#include <utility>
#include <vector>

namespace attn {

namespace {

Matrix inspected_matrix(const UiContext& ui) {
    const CellId cell = inspected_cell(ui);
    return ui.trace.array(cell.array, cell.item, cell.head);
}

std::string inspected_name(const UiContext& ui) {
    const CellId cell = inspected_cell(ui);
    return matrix_name(ui.session, cell.array, cell.head);
}

void copy(const CommandContext& command, const std::string& text, const std::string& what) {
    ImGui::SetClipboardText(text.c_str());
    command.workspace.notice = passing(notice_of_deed("Copied " + what + "."));
}

std::string written(const UiContext& ui, const Matrix& matrix, TableFormat format) {
    switch (format) {
    case TableFormat::tabs:
        return tab_text(matrix);
    case TableFormat::csv:
        return csv_text(matrix);
    case TableFormat::tex:
        return tex_text(matrix);
    case TableFormat::numpy:
        return numpy_text(matrix);
    case TableFormat::markdown:
        break;
    }
    const ArrayId array = inspected_cell(ui).array;
    const Names rows = row_names(ui, array);
    const Names columns = column_names(ui, array);
    return markdown_text(matrix, {rows.labels, columns.labels});
}

std::string_view format_name(TableFormat format) {
    constexpr std::array<std::string_view, 5> names{"", " as CSV", " as TeX", " as NumPy", " as Markdown"};
    return names.at(static_cast<std::size_t>(format));
}

void refuse(const CommandContext& command, const Error& reason) {
    command.workspace.notice = refusal(command.ui.session, reason);
}

/// True if the text, e.g. "1,5", may be one number or two, and the matrix does not tell which.
bool is_ambiguous(std::string_view text, const Matrix& table, Shape shape) {
    const bool one_comma = text.find(',') != std::string_view::npos && text.find(',') == text.rfind(',');
    const bool nothing_else = text.find_first_of("; \t.") == std::string_view::npos;
    return table.shape() == Shape{1, 2} && shape != Shape{1, 2} && one_comma && nothing_else;
}

std::string first_line(std::string_view text) {
    return std::string(text.substr(0, text.find_first_of("\r\n")));
}

bool is_range(const CellRange& range) {
    return range.rows * range.columns > 1;
}

Matrix numbers_of(const UiContext& ui, const CellRange& range) {
    return ui.trace.array(range.first.array, range.first.item, range.first.head)
        .row_block(range.first.row, range.rows)
        .column_block(range.first.column, range.columns);
}

/// Writes into the range. Computed cells are pinned, as the panel of the selection says.
void put_into_range(const CommandContext& command, const CellRange& range, Matrix numbers) {
    if (const auto made = make_if_valid(command, SetPart{range.first, std::move(numbers), true}); !made)
        refuse(command, made.error());
}

std::vector<CellId> pins_in(const UiContext& ui, const CellRange& range) {
    const auto is_within = [](Index at, Index first, Index count) { return at >= first && at < first + count; };
    std::vector<CellId> pins;
    for (const auto& [cell, value] : ui.layer().pins)
        if (cell.array == range.first.array && cell.item == range.first.item && cell.head == range.first.head &&
            is_within(cell.row, range.first.row, range.rows) &&
            is_within(cell.column, range.first.column, range.columns))
            pins.push_back(cell);
    return pins;
}

Edit edit_for(const Matrix& table, CellId cell, Shape shape) {
    if (table.shape() == Shape{1, 1})
        return SetCell{cell, table(0, 0)};
    if (table.shape() == shape)
        cell.row = cell.column = 0;
    return SetPart{cell, table};
}

} // namespace

bool has_range(const UiContext& ui) {
    return is_range(selected_range(ui));
}

bool has_pins_in_range(const UiContext& ui) {
    return has_range(ui) && !pins_in(ui, selected_range(ui)).empty();
}

void unpin_range(const CommandContext& command) {
    const std::uint64_t gesture = ++command.workspace.gestures;
    for (const CellId& cell : pins_in(command.ui, selected_range(command.ui)))
        command.frame_actions.edits.push_back({Unpin{cell}, gesture});
}

void copy_selected(const CommandContext& command) {
    const CellRange range = selected_range(command.ui);
    if (!is_range(range)) {
        copy_matrix(command, TableFormat::tabs);
        return;
    }
    copy(command, tab_text(numbers_of(command.ui, range)),
         fmt::format("{} × {} cells of {}", range.rows, range.columns, inspected_name(command.ui)));
}

void fill_range(const CommandContext& command, RangeFill with) {
    const CellRange range = selected_range(command.ui);
    const Matrix numbers = numbers_of(command.ui, range);
    put_into_range(command, range, filled(range.rows, range.columns, [&](Index i, Index j) {
                       switch (with) {
                       case RangeFill::zero:
                           break;
                       case RangeFill::down:
                           return numbers(0, j);
                       case RangeFill::right:
                           return numbers(i, 0);
                       }
                       return 0.0F;
                   }));
}

void copy_matrix(const CommandContext& command, TableFormat format) {
    const Matrix matrix = inspected_matrix(command.ui);
    copy(
        command, written(command.ui, matrix, format),
        fmt::format("{}, {} × {}{}", inspected_name(command.ui), matrix.rows(), matrix.columns(), format_name(format)));
}

void copy_row(const CommandContext& command) {
    const Index row = inspected_cell(command.ui).row;
    copy(command, tab_text(inspected_matrix(command.ui).row_block(row, 1)),
         fmt::format("row {} of {}", row + 1, inspected_name(command.ui)));
}

void copy_column(const CommandContext& command) {
    const Index column = inspected_cell(command.ui).column;
    copy(command, tab_text(inspected_matrix(command.ui).column_block(column, 1)),
         fmt::format("column {} of {}", column + 1, inspected_name(command.ui)));
}

void copy_number(const CommandContext& command) {
    const CellId cell = inspected_cell(command.ui);
    const std::string number = shortest_text(command.ui.trace.value(cell));
    copy(command, number, number);
}

void copy_description(const CommandContext& command) {
    const CellId cell = inspected_cell(command.ui);
    if (is_still_hidden(command.ui, cell))
        refuse(command, error("This cell is not computed yet."));
    else
        copy(command, cell_description(command.ui, cell), "a description of " + short_cell(command.ui, cell));
}

void paste_table(const CommandContext& command) {
    const char* const clipboard = ImGui::GetClipboardText();
    const std::string text = clipboard == nullptr ? std::string() : std::string(clipboard);
    const Result<Matrix> table = parse_pasted(text, "clipboard");
    if (!table) {
        refuse(command, table.error());
        return;
    }
    const CellId cell = inspected_cell(command.ui);
    const Shape shape = array_shape(command.ui, cell.array);
    if (is_ambiguous(first_line(text), *table, shape)) {
        refuse(command, error("clipboard: “{}” may be one number or two; write it with a point, or two with a blank",
                              first_line(text)));
        return;
    }
    const CellRange range = selected_range(command.ui);
    if (is_range(range)) {
        const bool is_one = table->shape() == Shape{1, 1};
        put_into_range(command, range,
                       is_one ? filled(range.rows, range.columns, [&](Index, Index) { return (*table)(0, 0); })
                              : *table);
        return;
    }
    std::string said = fmt::format("Pasted {} × {} numbers into {}.", table->rows(), table->columns(),
                                   matrix_name(command.ui.session, cell.array, cell.head));
    if (const auto made = make_if_valid(command, edit_for(*table, cell, shape), std::move(said)); !made)
        refuse(command, made.error());
}

} // namespace attn
