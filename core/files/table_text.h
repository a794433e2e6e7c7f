#pragma once

#include "core/files/csv.h"
#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// Returns the matrix with tabs between columns, as spreadsheets paste it; shortest_text of each number.
std::string tab_text(ConstView matrix);

/// Returns a NumPy expression for the same float32 array.
std::string numpy_text(ConstView matrix);

/// A function that returns the text of one number.
using NumberText = std::function<std::string(float)>;

/// Returns the rows of a TeX matrix, each on a line of its own after `indent`; the last row ends in `last_end`.
std::string tex_rows(ConstView matrix, std::string_view indent, std::string_view last_end, const NumberText& number);

/// Returns a bmatrix in TeX. All numbers have the same number of decimals, the smallest that is exact, at most three;
/// very large and very small numbers are written with powers of ten.
std::string tex_text(ConstView matrix);

/// Returns a Markdown table with numbers as in TeX, under the column labels (column numbers if there are none).
std::string markdown_text(ConstView matrix, const TableLabels& labels);
std::string markdown_text(ConstView matrix, const TableLabels& labels, const NumberText& number);

/// Returns text for a line of Markdown, escaped so that it contains no markup, no HTML and no end of a cell.
std::string markdown_escaped(std::string_view text);

/// Returns text for an HTML comment, changed so that it does not end the comment.
std::string in_html_comment(std::string_view text);

/// Reads a pasted table in any form that parse_table reads or that numpy_text, tex_text and Python's print() write.
/// Fails like parse_table.
Result<Matrix> parse_pasted(std::string_view text, std::string_view name);

} // namespace attn
