#pragma once

#include "core/tensor/eigen.h"

#include <optional>

namespace attn {

// Eigen's decompositions in double precision. Each returns nothing if Eigen reports no convergence, or if the matrix
// has an infinity or NaN in it.

/// An orthonormal basis of the span of the columns: n x rank. A column counts as in the span of the others if less than
/// 1e-5 of its length is left beside them, about what float32 can tell. (Golub and Van Loan 2013, "Matrix
/// Computations", section 5.4.2: QR with column pivoting)
std::optional<Eigen::MatrixXd> orthonormal_basis(Eigen::MatrixXd columns); // n x k

/// QR decomposition: matrix = basis · triangle.
struct ThinQR {
    Eigen::MatrixXd basis;    // n x min(n, k), orthonormal columns
    Eigen::MatrixXd triangle; // min(n, k) x k, upper
};
/// (Golub and Van Loan 2013, section 5.2)
std::optional<ThinQR> thin_qr(const Eigen::MatrixXd& matrix); // n x k
/// The triangle of the QR decomposition alone, which is quicker.
std::optional<Eigen::MatrixXd> triangle_of_qr(const Eigen::MatrixXd& matrix); // min(n, k) x k

/// The min(m, n) singular values in falling order; 0 if float32 could not tell the value from zero. They are the square
/// roots of the eigenvalues of the smaller of MᵀM and MMᵀ, in double: values below about 1e-8 of the largest are lost,
/// which float32 matrices (6e-8) cannot hold either. (Golub and Van Loan 2013, section 8.6.1)
std::optional<Eigen::VectorXd> singular_values(const Eigen::MatrixXd& matrix); // m x n

/// The orthonormal directions along which the columns reach furthest: the left singular vectors of the largest singular
/// values, m x min(count, m).
std::optional<Eigen::MatrixXd> principal_axes(const Eigen::MatrixXd& matrix, Eigen::Index count); // m x n

/// The sign that makes a direction unique: −1 if the number of largest magnitude is negative, else 1. Of numbers equal
/// but for rounding the first decides, so that every machine gives the same.
double sign_of_furthest(const Eigen::VectorXd& numbers);

} // namespace attn
