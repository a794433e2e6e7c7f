#pragma once

#include "core/tensor/eigen.h"

#include <optional>

namespace attn {

// Eigen's decompositions in double precision, asked whether they came to an end. Each refuses (nothing is returned) a
// matrix that has an infinity or NaN in it, whose decomposition would mean nothing.

/// Directions of length 1 at right angles to each other that span what the columns span: n x rank. A column of which
/// less than a hundred-thousandth of its length is left beside the others lies in their span, as float32 tells it.
/// (Golub and Van Loan 2013, "Matrix Computations", section 5.4.2: QR with column pivoting)
std::optional<Eigen::MatrixXd> orthonormal_basis(Eigen::MatrixXd columns); // n x k

/// matrix = basis · triangle.
struct ThinQR {
    Eigen::MatrixXd basis;    // n x min(n, k), columns at right angles, of length 1
    Eigen::MatrixXd triangle; // min(n, k) x k, upper
};
/// (Golub and Van Loan 2013, section 5.2)
std::optional<ThinQR> thin_qr(const Eigen::MatrixXd& matrix); // n x k
/// The triangle alone, which needs no basis.
std::optional<Eigen::MatrixXd> triangle_of_qr(const Eigen::MatrixXd& matrix); // min(n, k) x k

/// The singular values, min(m, n) of them, falling; zero where float32 could not tell one from zero. They are the roots
/// of the eigenvalues of the smaller of MᵀM and MMᵀ, in double: a value less than about 1e-8 of the largest is lost,
/// which the numbers of a float32 matrix (6e-8) do not hold either. (Golub and Van Loan 2013, section 8.6.1)
std::optional<Eigen::VectorXd> singular_values(const Eigen::MatrixXd& matrix); // m x n

/// The directions of length 1, at right angles to each other, along which the columns reach furthest: the left singular
/// vectors of the largest singular values, m x min(count, m).
std::optional<Eigen::MatrixXd> principal_axes(const Eigen::MatrixXd& matrix, Eigen::Index count); // m x n

/// What fixes the sign of a direction: −1 where the first of the numbers that reach furthest is negative; the same on
/// every machine, where several reach as far but for rounding.
double sign_of_furthest(const Eigen::VectorXd& numbers);

} // namespace attn
