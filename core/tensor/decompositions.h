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

/// matrix = left · diag(values) · rightᵀ for some right with columns at right angles, of length 1.
struct SingularDirections {
    Eigen::MatrixXd left;   // m x r, r = min(m, n), columns at right angles, of length 1
    Eigen::VectorXd values; // r, falling, none negative
};
/// (Golub and Van Loan 2013, section 8.6)
std::optional<SingularDirections> singular_directions(const Eigen::MatrixXd& matrix); // m x n
/// The values alone, which take a fraction of the work.
std::optional<Eigen::VectorXd> singular_values(const Eigen::MatrixXd& matrix); // m x n

/// What fixes the sign of a direction: −1 where the first of the numbers that reach furthest is negative; the same on
/// every machine, where several reach as far but for rounding.
double sign_of_furthest(const Eigen::VectorXd& numbers);

} // namespace attn
