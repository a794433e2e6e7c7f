#pragma once

#include "core/tensor/matrix.h"

namespace attn {

/// Rows as points in the plane spanned by their two main directions through the origin: row i of rows · V₂, where V₂
/// are the first two right singular vectors. Each direction points towards the row that is furthest along it. All zeros
/// if a number is infinite or NaN. (Eckart and Young 1936)
Matrix points_in_plane(const Matrix& rows); // n x d -> n x 2

} // namespace attn
