#include "core/tensor/decompositions.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <utility>

namespace attn {

namespace {

/// A column of length 1 counts as in the span of the others if less than this remains after subtracting its projection
/// on them.
constexpr double least_left = 1e-5;
/// The error of an eigenvalue by rounding in double, as a fraction of the largest eigenvalue, for each row of the
/// square matrix.
constexpr double least_square = 4e-16;

Eigen::MatrixXd product_with_transpose(const Eigen::MatrixXd& matrix) { // matrix is m x n, the result m x m
    Eigen::MatrixXd square = Eigen::MatrixXd::Zero(matrix.rows(), matrix.rows());
    square.selfadjointView<Eigen::Lower>().rankUpdate(matrix);
    return square; // the solvers read the lower half alone
}

/// True if, of each column (of length 1), enough remains after subtracting its projection on all others: 1 / the length
/// of its row of R⁻¹.
bool are_independent(const Eigen::MatrixXd& R) { // k x k, upper
    if (!(R.diagonal().cwiseAbs().array() >= least_left).all())
        return false;
    const Eigen::MatrixXd inverse =
        R.triangularView<Eigen::Upper>().solve(Eigen::MatrixXd::Identity(R.rows(), R.cols()));
    return (inverse.rowwise().norm().array() * least_left <= 1).all();
}

} // namespace

std::optional<Eigen::MatrixXd> orthonormal_basis(Eigen::MatrixXd columns) {
    if (!columns.allFinite())
        return std::nullopt;
    const Eigen::Index most = std::min(columns.rows(), columns.cols());
    // Columns get length 1, so that the part left of each is compared with its own length. Zero columns stay zeros.
    const Eigen::RowVectorXd lengths = columns.colwise().norm();
    columns.array().rowwise() /= (lengths.array() > 0).select(lengths, 1).array();
    // Eigen's QR with pivoting goes column by column and takes several times as long as QR in blocks, so try blocks
    // first.
    if (columns.cols() <= columns.rows())
        if (auto blocked = thin_qr(columns); are_independent(blocked->triangle))
            return std::move(blocked->basis);
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(columns);
    if (qr.info() != Eigen::Success)
        return std::nullopt;
    qr.setThreshold(least_left);
    const Eigen::Index rank = qr.maxPivot() > 0 ? qr.rank() : 0;
    Eigen::MatrixXd basis = qr.householderQ() * Eigen::MatrixXd::Identity(columns.rows(), std::min(rank, most));
    return basis;
}

std::optional<ThinQR> thin_qr(const Eigen::MatrixXd& matrix) {
    if (!matrix.allFinite())
        return std::nullopt;
    const Eigen::Index width = std::min(matrix.rows(), matrix.cols());
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(matrix);
    ThinQR thin;
    thin.basis = qr.householderQ() * Eigen::MatrixXd::Identity(matrix.rows(), width);
    thin.triangle = qr.matrixQR().topRows(width).triangularView<Eigen::Upper>();
    return thin;
}

std::optional<Eigen::MatrixXd> triangle_of_qr(const Eigen::MatrixXd& matrix) {
    if (!matrix.allFinite())
        return std::nullopt;
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(matrix);
    Eigen::MatrixXd triangle =
        qr.matrixQR().topRows(std::min(matrix.rows(), matrix.cols())).triangularView<Eigen::Upper>();
    return triangle;
}

std::optional<Eigen::VectorXd> singular_values(const Eigen::MatrixXd& matrix) {
    if (!matrix.allFinite())
        return std::nullopt;
    const bool is_wide = matrix.rows() < matrix.cols();
    const Eigen::MatrixXd square =
        is_wide ? product_with_transpose(matrix) : product_with_transpose(matrix.transpose());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(square, Eigen::EigenvaluesOnly);
    if (solver.info() != Eigen::Success)
        return std::nullopt;
    Eigen::VectorXd values = solver.eigenvalues().reverse();
    const double least = values.size() == 0 ? 0 : values[0] * least_square * static_cast<double>(values.size());
    values = (values.array() > least).select(values.cwiseAbs().cwiseSqrt(), 0);
    return values;
}

std::optional<Eigen::MatrixXd> principal_axes(const Eigen::MatrixXd& matrix, Eigen::Index count) {
    if (!matrix.allFinite())
        return std::nullopt;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(product_with_transpose(matrix));
    if (solver.info() != Eigen::Success)
        return std::nullopt;
    Eigen::MatrixXd axes = solver.eigenvectors().rightCols(std::min(count, matrix.rows())).rowwise().reverse();
    return axes;
}

double sign_of_furthest(const Eigen::VectorXd& numbers) {
    const double nearly = numbers.cwiseAbs().maxCoeff() * (1 - 1e-9);
    for (const double number : numbers)
        if (std::abs(number) >= nearly)
            return number < 0 ? -1 : 1;
    return 1;
}

} // namespace attn
