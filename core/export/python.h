#pragma once

#include "core/tensor/matrix.h"

#include <span>
#include <string>
#include <string_view>

namespace attn {

/// A text as Python writes it: "\"it's\"".
std::string python_text(std::string_view text);

/// The matrix as a list of lists of numbers that read back exactly; "inf" and "nan" are names.
std::string python_rows(ConstView matrix, std::string_view indent);

/// Matrices of one shape as an array expression: of two axes where there is one and `stacked` is not set, else of
/// three. Calls zeros(…), eye(…), array([…]), or packed("…", shape), where there are too many numbers to read.
std::string python_array(std::span<const Matrix> matrices, bool stacked);

} // namespace attn
