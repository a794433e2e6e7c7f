#pragma once

#include "core/files/csv.h"
#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// Tabs between columns, as spreadsheets paste it; the shortest letters that read back to the same float32.
std::string tab_text(ConstView matrix);

/// A NumPy expression that makes the same float32 array.
std::string numpy_text(ConstView matrix);

/// How one number is written.
using NumberText = std::function<std::string(float)>;

/// The rows of a TeX matrix, each on a line of its own behind `indent`; the last one ends in `last_end`.
std::string tex_rows(ConstView matrix, std::string_view indent, std::string_view last_end, const NumberText& number);

/// A bmatrix of TeX. All numbers have the fewest decimals that tell them exactly, at most three; very large and very
/// small ones are powers of ten.
std::string tex_text(ConstView matrix);

/// A Markdown table, numbers as in TeX, with a head of column labels (numbers where there are none).
std::string markdown_text(ConstView matrix, const TableLabels& labels);
std::string markdown_text(ConstView matrix, const TableLabels& labels, const NumberText& number);

/// A text as part of a line of Markdown: nothing in it is markup, HTML or the end of a cell.
std::string markdown_escaped(std::string_view text);

/// A text that stands within a comment of HTML and does not end it.
std::string in_html_comment(std::string_view text);

/// A table as somebody pastes it: what parse_table reads, or what numpy_text, tex_text and print() in Python write.
/// Fails as parse_table does.
Result<Matrix> parse_pasted(std::string_view text, std::string_view name);

} // namespace attn
