#pragma once

#include "core/figure/lenses/lens_numbers.h"
#include "core/figure/pictures/draw_context.h"

#include <string>
#include <vector>

namespace attn {

/// A matrix with the names and words that a table in a text needs.
struct NumberTable {
    std::string symbol; ///< symbol of the matrix, in TeX
    std::vector<std::string> rows;
    std::vector<std::string> columns;
    Matrix values;
    std::string caption; ///< "Attention, head 1 of 2: 4×4, queries × keys."
    std::string origin;  ///< origin of the numbers: the session and its seed
};

/// Returns the table of the chosen array, transposed if tokens are columns.
NumberTable number_table(const DrawContext& drawing);
/// Returns the table of a matrix that a picture computed.
NumberTable number_table(const DrawContext& drawing, const NamedMatrix& numbers);

/// Returns the table as comma-separated values that read back exactly. The first line is a comment that begins with #.
std::string csv_table(const NumberTable& table);

/// Returns the table in Markdown with its caption below it, numbers with `decimals` decimals.
std::string markdown_table(const NumberTable& table, int decimals);

/// Returns the table as a displayed bmatrix, for a document that uses amsmath.
std::string tex_table(const NumberTable& table, int decimals);

} // namespace attn
