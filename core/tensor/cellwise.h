#pragma once

#include "core/tensor/matrix.h"

namespace attn {

// Cell by cell, each rounded by itself, so that bits do not depend on what is computed beside it.

/// result = left + right.
void sum(ConstView left, ConstView right, View result);

/// result = left − right; 0 where both are equal, infinities included.
void subtract(ConstView left, ConstView right, View result);

/// result += addend.
void add(ConstView addend, View result);

/// Adds a row to every row.
void add_to_rows(ConstView row, // 1 x n
                 View result);  // m x n

/// result = factor · matrix, each cell rounded once: a factor such as 1/√d_k is no float32.
void scaled_copy(ConstView matrix, double factor, View result);

void copy(ConstView from, View to);

} // namespace attn
