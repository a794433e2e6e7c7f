#pragma once

#include "core/tensor/matrix.h"

#include <span>
#include <string>
#include <string_view>

namespace attn {

/// Returns the text as a literal of Python: "\"it's\"".
std::string python_text(std::string_view text);

/// Returns the matrix as a list of lists of numbers that read back exactly, with names for infinities and NaN ("inf",
/// "nan").
std::string python_rows(ConstView matrix, std::string_view indent);

/// Returns an array expression for matrices of one shape with three axes; with two if there is one matrix and `stacked`
/// is false. It calls zeros(…), eye(…) or array([…]), or packed("…", shape) if there are too many numbers to be read.
std::string python_array(std::span<const Matrix> matrices, bool stacked);

} // namespace attn
