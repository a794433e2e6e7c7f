#pragma once

#include "core/tensor/matrix.h"

namespace attn {

// Operations cell by cell. Each cell is rounded by itself, so its bits do not depend on the cells beside it.

/// result = left + right.
void sum(const ConstView& left, const ConstView& right, const View& result);

/// result = left − right; 0 where both are equal, even if they are infinite.
void subtract(const ConstView& left, const ConstView& right, const View& result);

/// result += addend.
void add(const ConstView& addend, const View& result);

/// Adds a row to every row of the result.
void add_to_rows(const ConstView& row, // 1 x n
                 const View& result);  // m x n

/// result = factor · matrix, each cell rounded once: a factor such as 1/√d_k is not a float32.
void scaled_copy(const ConstView& matrix, double factor, const View& result);

void copy(const ConstView& from, const View& to);

/// True if every bit of every number is 0; −0 has its sign bit set.
bool is_zero(const ConstView& matrix);

} // namespace attn
