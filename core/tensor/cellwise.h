#pragma once

#include "core/tensor/matrix.h"

namespace attn {

// Cell by cell, each rounded by itself, so that bits do not depend on what is computed beside it.

/// result = left + right.
void sum(const ConstView& left, const ConstView& right, const View& result);

/// result = left − right; 0 where both are equal, infinities included.
void subtract(const ConstView& left, const ConstView& right, const View& result);

/// result += addend.
void add(const ConstView& addend, const View& result);

/// Adds a row to every row.
void add_to_rows(const ConstView& row, // 1 x n
                 const View& result);  // m x n

/// result = factor · matrix, each cell rounded once: a factor such as 1/√d_k is no float32.
void scaled_copy(const ConstView& matrix, double factor, const View& result);

void copy(const ConstView& from, const View& to);

/// Whether no number has a bit: −0 is not 0.
bool is_zero(const ConstView& matrix);

} // namespace attn
