#pragma once

#include "core/tensor/matrix.h"

namespace attn {

// Each is one call for one slot, in one thread: a product of a part of the rows, or of fused heads, rounds differently,
// and the trace must not depend on what was recomputed. Operands may be views.

/// result = left · right.
void product(ConstView left,  // m x k
             ConstView right, // k x n
             View result);    // m x n

/// result = left · rightᵀ.
void product_with_transposed(ConstView left,  // m x k
                             ConstView right, // n x k
                             View result);    // m x n

/// result = left · right + bias, the bias added to every row; an empty bias adds nothing.
void affine(ConstView left,  // m x k
            ConstView right, // k x n
            ConstView bias,  // 1 x n, or empty
            View result);    // m x n

/// result = left + right, cell by cell.
void sum(ConstView left, ConstView right, View result);

/// result += addend, cell by cell.
void add(ConstView addend, View result);

/// Adds a row to every row.
void add_to_rows(ConstView row, // 1 x n
                 View result);  // m x n

/// result = factor · matrix, each cell rounded once: a factor such as 1/√d_k is no float32.
void scaled_copy(ConstView matrix, double factor, View result);

void copy(ConstView from, View to);

} // namespace attn
