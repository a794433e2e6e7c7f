#include "core/explain/plane.h"

#include "core/tensor/decompositions.h"

namespace attn {

Matrix points_in_plane(const Matrix& rows) {
    // rows = Rᵀ Qᵀ, and Qᵀ rotates all rows alike: so only R needs to be decomposed, whatever the width of a row.
    Eigen::MatrixXd points = Eigen::MatrixXd::Zero(rows.rows(), 2);
    const auto R = triangle_of_qr(doubles(rows).transpose());   // min(n, d) x n
    const auto axes = R ? principal_axes(*R, 2) : std::nullopt; // min(n, d) x 2
    if (!axes)
        return matrix_of(points);
    for (Index axis = 0; axis < axes->cols(); ++axis) {
        const Eigen::VectorXd along = R->transpose() * axes->col(axis); // n
        points.col(axis) = along * sign_of_furthest(along);
    }
    return matrix_of(points);
}

} // namespace attn
