#include "core/tensor/decompositions.h"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <utility>

namespace attn {

namespace {

/// Less than that of a column's length, beside the others, is none.
constexpr double least_left = 1e-5;

/// True if of each column of length 1 enough is left beside all the others: 1 over the length of its row of R⁻¹.
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
    // Of one length each, so that what is left of a column is told by its own length. Zeros stay zeros.
    const Eigen::RowVectorXd lengths = columns.colwise().norm();
    columns.array().rowwise() /= (lengths.array() > 0).select(lengths, 1).array();
    // Eigen's QR with pivoting works column by column, which takes several times as long as blocks do.
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

std::optional<SingularDirections> singular_directions(const Eigen::MatrixXd& matrix) {
    if (!matrix.allFinite())
        return std::nullopt;
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeThinU);
    if (svd.info() != Eigen::Success)
        return std::nullopt;
    return SingularDirections{svd.matrixU(), svd.singularValues()};
}

std::optional<Eigen::VectorXd> singular_values(const Eigen::MatrixXd& matrix) {
    if (!matrix.allFinite())
        return std::nullopt;
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(matrix);
    if (svd.info() != Eigen::Success)
        return std::nullopt;
    return svd.singularValues();
}

double sign_of_furthest(const Eigen::VectorXd& numbers) {
    const double nearly = numbers.cwiseAbs().maxCoeff() * (1 - 1e-9);
    for (const double number : numbers)
        if (std::abs(number) >= nearly)
            return number < 0 ? -1 : 1;
    return 1;
}

} // namespace attn
