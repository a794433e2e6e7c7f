#pragma once

#include "core/tensor/matrix.h"

#include <span>
#include <string>
#include <string_view>

namespace attn {

/// The text as a literal of Python: "\"it's\"".
std::string python_text(std::string_view text);

/// The matrix as a list of lists of numbers that read back exactly, with names for infinities and NaN ("inf", "nan").
std::string python_rows(ConstView matrix, std::string_view indent);

/// Matrices of one shape as an array expression with three axes, or with two if there is one matrix and `stacked` is
/// false. It calls zeros(…), eye(…) or array([…]), or packed("…", shape) for numbers too many to read.
std::string python_array(std::span<const Matrix> matrices, bool stacked);

} // namespace attn
