#pragma once

#include "core/tensor/eigen.h"

#include <optional>

namespace attn {

// Eigen's decompositions in double precision. Each returns nothing if Eigen reports no convergence, or if the matrix
// has an infinity or NaN in it.

/// Returns an orthonormal basis of the span of the columns: n x rank. A column counts as in the span of the others if
/// less than 1e-5 of its length remains after subtracting its projection on them, about what float32 can distinguish.
/// (Golub and Van Loan 2013, "Matrix Computations", section 5.4.2: QR with column pivoting)
std::optional<Eigen::MatrixXd> orthonormal_basis(Eigen::MatrixXd columns); // n x k

/// QR decomposition: matrix = basis · triangle.
struct ThinQR {
    Eigen::MatrixXd basis;    // n x min(n, k), orthonormal columns
    Eigen::MatrixXd triangle; // min(n, k) x k, upper
};
/// Returns the QR decomposition. (Golub and Van Loan 2013, section 5.2)
std::optional<ThinQR> thin_qr(const Eigen::MatrixXd& matrix); // n x k
/// Returns only the triangle of the QR decomposition, which is quicker.
std::optional<Eigen::MatrixXd> triangle_of_qr(const Eigen::MatrixXd& matrix); // min(n, k) x k

/// Returns the min(m, n) singular values in decreasing order; 0 for a value that float32 could not distinguish from
/// zero. They are the square roots of the eigenvalues of the smaller of MᵀM and MMᵀ, in double: values below about 1e-8
/// of the largest are lost, but float32 matrices (6e-8) cannot represent those either. (Golub and Van Loan 2013,
/// section 8.6.1)
std::optional<Eigen::VectorXd> singular_values(const Eigen::MatrixXd& matrix); // m x n

/// Returns the orthonormal directions in which the columns have the largest components: the left singular vectors of
/// the largest singular values, m x min(count, m).
std::optional<Eigen::MatrixXd> principal_axes(const Eigen::MatrixXd& matrix, Eigen::Index count); // m x n

/// Returns the sign that makes a direction unique: −1 if the number of largest magnitude is negative, else 1. Of
/// numbers that differ only by rounding the first decides, so that every machine gives the same result.
double sign_of_furthest(const Eigen::VectorXd& numbers);

} // namespace attn
