#include "core/explain/plane.h"

#include "core/tensor/decompositions.h"

#include <algorithm>
#include <cmath>

namespace attn {

Matrix points_in_plane(const Matrix& rows) {
    // rows = Rᵀ Qᵀ, and Qᵀ turns all of them alike: what is left to decompose is n x n, however many numbers a row has.
    Eigen::MatrixXd points = Eigen::MatrixXd::Zero(rows.rows(), 2);
    const auto R = triangle_of_qr(doubles(rows).transpose()); // min(n, d) x n
    const auto found = R ? singular_directions(R->transpose()) : std::nullopt;
    if (!found)
        return matrix_of(points);
    for (Index axis = 0; axis < std::min<Index>(2, found->values.size()); ++axis)
        points.col(axis) = found->left.col(axis) * (found->values[axis] * sign_of_furthest(found->left.col(axis)));
    return matrix_of(points);
}

} // namespace attn
