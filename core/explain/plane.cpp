#include "core/explain/plane.h"

#include "core/tensor/decompositions.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

/// −1 where the first of the numbers that reach furthest is negative; the same on every machine, where several reach as
/// far but for rounding.
double sign_of_furthest(const Eigen::VectorXd& numbers) {
    const double nearly = numbers.cwiseAbs().maxCoeff() * (1 - 1e-9);
    for (const double number : numbers)
        if (std::abs(number) >= nearly)
            return number < 0 ? -1 : 1;
    return 1;
}

} // namespace

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
