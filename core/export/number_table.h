#pragma once

#include "core/figure/lenses/lens_numbers.h"
#include "core/figure/pictures/draw_context.h"

#include <string>
#include <vector>

namespace attn {

/// A matrix as text needs it: with names, and with what it is.
struct NumberTable {
    std::string symbol; ///< TeX
    std::vector<std::string> rows;
    std::vector<std::string> columns;
    Matrix values;
    std::string caption; ///< "Attention, head 1 of 2: 4×4, queries × keys."
    std::string origin;  ///< the session and its seed
};

/// The array in sight, transposed where tokens are columns.
NumberTable number_table(const DrawContext& drawing);
/// What a picture worked out for itself.
NumberTable number_table(const DrawContext& drawing, const NamedMatrix& numbers);

/// Comma-separated, exact; its first line is a comment that begins with #.
std::string csv_table(const NumberTable& table);

/// A table in Markdown, numbers with that many decimals, its caption beneath.
std::string markdown_table(const NumberTable& table, int decimals);

/// A displayed formula of a bmatrix, to be put into a document that uses amsmath.
std::string tex_table(const NumberTable& table, int decimals);

} // namespace attn
