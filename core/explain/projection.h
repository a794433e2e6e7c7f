#pragma once

#include "core/tensor/matrix.h"

#include <optional>
#include <vector>

namespace attn {

/// A row as a sum of two parts: `read`, its projection into the column space of weights W, and `unseen`, which is
/// orthogonal to it. row · W = read · W, and unseen · W = 0. (Strang 2016, "Introduction to Linear Algebra", section
/// 4.2)
struct Projection {
    Matrix read;   // 1 x D
    Matrix unseen; // 1 x D
    Index rank = 0;
};

/// The space spanned by the columns of a weight matrix.
struct ColumnSpace {
    std::vector<double> basis; // D x rank, column by column, orthonormal
    Index rank = 0;
};

/// The column space of `weights`, D x k; nullopt if a weight is infinite or NaN.
std::optional<ColumnSpace> column_space(ConstView weights);
/// The projection of `row`, 1 x D; nullopt if a number of the row is infinite or NaN.
std::optional<Projection> projection(ConstView row, const ColumnSpace& space);

double length_of(ConstView vector);

} // namespace attn
