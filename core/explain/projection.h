#pragma once

#include "core/tensor/matrix.h"

#include <optional>

namespace attn {

/// A row in two parts: what weights read of it, which is its projection into their column space, and what they do not
/// see, at right angles to it. row · W = read · W, and unseen · W = 0. (Strang 2016, "Introduction to Linear Algebra",
/// section 4.2)
struct Projection {
    Matrix read;   // 1 x D
    Matrix unseen; // 1 x D
    Index rank = 0;
};

/// `row`: 1 x D, `weights`: D x k. Nothing where a number of theirs is not finite.
std::optional<Projection> projection(ConstView row, ConstView weights);

/// The length of a row or a column.
double length_of(ConstView vector);

} // namespace attn
