#pragma once

#include "core/tensor/matrix.h"

#include <limits>

namespace attn {

// What large matrices are reduced to before they are shown. A mask has the shape of the numbers, or no data; −∞ hides.

/// Least and largest number; low > high where there is none.
struct Extremes {
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();
};

/// Of the numbers that are finite and not hidden.
Extremes finite_extremes(ConstView values, // m x n
                         ConstView mask);  // m x n, or no data

/// A matrix made smaller for showing.
struct Pooled {
    Matrix values;
    Matrix mask; ///< −∞ where every cell was masked; empty where there was no mask
};

/// Each block of `rows`×`columns` cells becomes the one that must not be missed: NaN before infinities before the
/// largest magnitude, of equal ones the negative. Masked cells count only where the whole block is masked.
Pooled max_magnitude_pooled(ConstView values, Index rows, Index columns, ConstView mask = {});

} // namespace attn
