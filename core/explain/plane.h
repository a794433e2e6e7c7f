#pragma once

#include "core/tensor/matrix.h"

namespace attn {

/// Rows as points, in the plane of the two directions through the origin in which they reach furthest: row i of
/// rows · V₂, where V₂ has the two largest right singular vectors. Each direction points to where its furthest row is.
/// Zeros where a number is not finite. (Eckart and Young 1936)
Matrix points_in_plane(const Matrix& rows); // n x d -> n x 2

} // namespace attn
