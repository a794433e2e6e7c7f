#include "ui/tables.h"

#include "core/figure/pictures/naming.h"
#include "core/io/table_text.h"
#include "core/session/edits.h"

#include <array>
#include <fmt/core.h>
#include <imgui.h>

namespace attn {

namespace {

Matrix inspected_matrix(const Desk& desk) {
    const CellId cell = inspected_cell(desk);
    return desk.trace.array(cell.array, cell.item, cell.head);
}

std::string inspected_name(const Desk& desk) {
    const CellId cell = inspected_cell(desk);
    return std::string(array_name(cell.array)) + (has_heads(cell.array) ? head_mark(cell.head) : std::string());
}

void copy(const Doing& doing, const std::string& text, const std::string& what) {
    ImGui::SetClipboardText(text.c_str());
    doing.workspace.notice = Notice{"Copied " + what + ".", false, true};
}

std::string written(const Desk& desk, const Matrix& matrix, TableFormat format) {
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
    const ArrayId array = inspected_cell(desk).array;
    const Names rows = row_names(desk, array);
    const Names columns = column_names(desk, array);
    return markdown_text(matrix, {rows.labels, columns.labels});
}

std::string_view format_name(TableFormat format) {
    constexpr std::array<std::string_view, 5> names{"", " as CSV", " as TeX", " as NumPy", " as Markdown"};
    return names.at(static_cast<std::size_t>(format));
}

void refuse(const Doing& doing, const Error& reason) {
    doing.workspace.notice = Notice{reason.message, true, false};
}

/// "1,5" may be one number or two; where it could be either, nobody should guess.
bool is_ambiguous(std::string_view text, const Matrix& table, Shape shape) {
    const bool one_comma = text.find(',') != std::string_view::npos && text.find(',') == text.rfind(',');
    const bool nothing_else = text.find_first_of("; \t.") == std::string_view::npos;
    return table.shape() == Shape{1, 2} && shape != Shape{1, 2} && one_comma && nothing_else;
}

std::string first_line(std::string_view text) {
    return std::string(text.substr(0, text.find_first_of("\r\n")));
}

Edit edit_for(const Matrix& table, CellId cell, Shape shape) {
    if (table.shape() == Shape{1, 1})
        return SetCell{cell, table(0, 0)};
    if (table.shape() == shape)
        cell.row = cell.column = 0;
    return SetPart{cell, table};
}

} // namespace

void copy_matrix(const Doing& doing, TableFormat format) {
    const Matrix matrix = inspected_matrix(doing.desk);
    copy(
        doing, written(doing.desk, matrix, format),
        fmt::format("{}, {} × {}{}", inspected_name(doing.desk), matrix.rows(), matrix.columns(), format_name(format)));
}

void copy_row(const Doing& doing) {
    const Index row = inspected_cell(doing.desk).row;
    copy(doing, tab_text(inspected_matrix(doing.desk).row_block(row, 1)),
         fmt::format("row {} of {}", row + 1, inspected_name(doing.desk)));
}

void copy_column(const Doing& doing) {
    const Index column = inspected_cell(doing.desk).column;
    copy(doing, tab_text(inspected_matrix(doing.desk).column_block(column, 1)),
         fmt::format("column {} of {}", column + 1, inspected_name(doing.desk)));
}

void copy_number(const Doing& doing) {
    const CellId cell = inspected_cell(doing.desk);
    const std::string number = shortest_text(doing.desk.trace.value(cell));
    copy(doing, number, number);
}

void paste_table(const Doing& doing) {
    const char* const clipboard = ImGui::GetClipboardText();
    const std::string text = clipboard == nullptr ? std::string() : std::string(clipboard);
    const Result<Matrix> table = parse_pasted(text, "clipboard");
    if (!table) {
        refuse(doing, table.error());
        return;
    }
    const CellId cell = inspected_cell(doing.desk);
    const Shape shape = array_shape(doing.desk, cell.array);
    if (is_ambiguous(first_line(text), *table, shape)) {
        refuse(doing, error("clipboard: “{}” may be one number or two; write it with a point, or two with a blank",
                            first_line(text)));
        return;
    }
    const Edit edit = edit_for(*table, cell, shape);
    if (const auto applied = attn::apply(doing.desk.session, edit); !applied)
        refuse(doing, applied.error());
    else
        doing.outcome.edits.push_back({edit});
}

} // namespace attn
