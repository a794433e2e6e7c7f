#pragma once

#include "core/tensor/matrix.h"

namespace attn {

// Each cell is Σ_k as one chain of fused multiply-adds from 0, in increasing k, on every machine that has them: its
// bits are the same whether the whole matrix, a row, a column or the cell alone is computed. Operands may be views; the
// result must overlap none of them.

/// result = left · right.
void product(const ConstView& left,  // m x k
             const ConstView& right, // k x n
             const View& result);    // m x n

/// result = left · rightᵀ.
void product_with_transposed(const ConstView& left,  // m x k
                             const ConstView& right, // n x k
                             const View& result);    // m x n

/// result = left · right + bias, the bias added to every row; an empty bias adds nothing.
void affine(const ConstView& left,  // m x k
            const ConstView& right, // k x n
            const ConstView& bias,  // 1 x n, or empty
            const View& result);    // m x n

} // namespace attn
