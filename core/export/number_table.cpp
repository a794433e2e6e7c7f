#include "core/export/number_table.h"

#include "core/document/options/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/files/csv.h"
#include "core/files/printable.h"
#include "core/files/table_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace attn {

namespace {

/// The largest number of columns of a matrix in amsmath, unless MaxMatrixCols is increased.
constexpr Index columns_of_amsmath = 10;

std::string tex_number(float value, int decimals) {
    if (std::isnan(value))
        return R"(\mathrm{NaN})";
    if (std::isinf(value))
        return value > 0 ? R"(\infty)" : R"(-\infty)";
    std::string digits = fixed_number(value, decimals);
    if (digits.starts_with("−"))
        digits.replace(0, std::string_view("−").size(), "-");
    return digits;
}

/// Says where a table's numbers come from: the session's title, its seed, and `what`, a description of the table.
std::string origin_of(const DrawContext& drawing, std::string_view what) {
    const std::string& title = drawing.session.title;
    return fmt::format("Attention Lab: {}, seed {}; {}",
                       title.empty() ? "a session without a title" : "“" + printable(title) + "”", drawing.session.seed,
                       what);
}

} // namespace

NumberTable number_table(const DrawContext& drawing) {
    const CellId cell = selected_cell(drawing);
    NumberTable table;
    table.values = drawing.trace.array(cell.array, cell.item, cell.head);
    table.rows = row_names(drawing, cell.array).labels;
    table.columns = column_names(drawing, cell.array).labels;
    if (is_transposed(drawing, cell.array)) {
        table.values = table.values.transposed();
        std::swap(table.rows, table.columns);
    }
    table.symbol = in_notation(symbol_of(drawing, cell.array), notation_of(drawing.session), drawing.view_state.head);
    table.caption = figure_title(drawing).letters() + ": " + figure_words(drawing);
    table.origin = origin_of(drawing, cell_name(cell).substr(0, cell_name(cell).find('[')));
    return table;
}

NumberTable number_table(const DrawContext& drawing, const NamedMatrix& numbers) {
    return {{}, numbers.rows, numbers.columns, numbers.values, numbers.about, origin_of(drawing, numbers.name)};
}

std::string csv_table(const NumberTable& table) {
    return csv_comment(table.origin + ". " + table.caption) + csv_text(table.values, {table.rows, table.columns});
}

std::string markdown_table(const NumberTable& table, int decimals) {
    const NumberText number = [decimals](float value) { return fixed_number(value, decimals); };
    return fmt::format("<!-- {} -->\n{}\n{}\n", in_html_comment(table.origin),
                       markdown_text(table.values, {table.rows, table.columns}, number),
                       markdown_escaped(table.caption));
}

std::string tex_table(const NumberTable& table, int decimals) {
    std::string tex =
        fmt::format("% {}\n% {}\n% To \\input, with pdflatex or lualatex; it needs:\n% \\usepackage{{amsmath}}\n",
                    printable(table.origin, table.origin.size()), printable(table.caption, table.caption.size()));
    // Raised within the display, which is a TeX group, so that the document's other matrices are not affected.
    tex += "\\[\n";
    if (table.values.columns() > columns_of_amsmath)
        tex += fmt::format("  \\csname c@MaxMatrixCols\\endcsname={}\\relax\n", table.values.columns());
    tex += fmt::format("  {} =\n  \\begin{{bmatrix}}\n", table.symbol);
    tex += tex_rows(table.values, "    ", "\n", [&](float value) { return tex_number(value, decimals); });
    return tex + "  \\end{bmatrix}\n\\]\n";
}

} // namespace attn
