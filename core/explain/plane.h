#pragma once

#include "core/tensor/matrix.h"

namespace attn {

/// Rows as points in the plane of the two directions through the origin along which they reach furthest: row i of rows
/// · V₂, with V₂ the two largest right singular vectors. Each direction points towards its furthest row. All zeros if a
/// number is not finite. (Eckart and Young 1936)
Matrix points_in_plane(const Matrix& rows); // n x d -> n x 2

} // namespace attn
