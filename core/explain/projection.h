#pragma once

#include "core/tensor/matrix.h"

#include <optional>
#include <vector>

namespace attn {

/// A row in two parts: what weights read of it, which is its projection into their column space, and what they do not
/// see, at right angles to it. row · W = read · W, and unseen · W = 0. (Strang 2016, "Introduction to Linear Algebra",
/// section 4.2)
struct Projection {
    Matrix read;   // 1 x D
    Matrix unseen; // 1 x D
    Index rank = 0;
};

/// The space that the columns of weights span.
struct ColumnSpace {
    std::vector<double> basis; // D x rank, column by column, orthonormal
    Index rank = 0;
};

/// `weights`: D x k. Nothing where a number of theirs is not finite.
std::optional<ColumnSpace> column_space(ConstView weights);
/// `row`: 1 x D. Nothing where a number of its is not finite.
std::optional<Projection> projection(ConstView row, const ColumnSpace& space);

/// The length of a row or a column.
double length_of(ConstView vector);

} // namespace attn
