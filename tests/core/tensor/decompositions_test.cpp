#include "core/tensor/decompositions.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

Eigen::MatrixXd random_numbers(Eigen::Index rows, Eigen::Index columns, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> numbers(-1, 1);
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return numbers(random); });
}

struct Arbitrary {
    Eigen::Index rows = *rc::gen::inRange<Eigen::Index>(1, 12);
    Eigen::Index columns = *rc::gen::inRange<Eigen::Index>(1, 12);
    std::uint32_t seed = *rc::gen::arbitrary<std::uint32_t>();
    Eigen::MatrixXd matrix = random_numbers(rows, columns, seed);
};

bool is_orthonormal(const Eigen::MatrixXd& columns) {
    return (columns.transpose() * columns).isIdentity(1e-10);
}

RC_GTEST_PROP(Decompositions, AnOrthonormalBasisSpansTheColumns, ()) {
    const Arbitrary any;
    const auto basis = orthonormal_basis(any.matrix);
    RC_ASSERT(basis.has_value());
    RC_ASSERT(is_orthonormal(*basis));
    RC_ASSERT((*basis * (basis->transpose() * any.matrix) - any.matrix).norm() <= 1e-4 * any.matrix.norm());
}

TEST(Decompositions, AnOrthonormalBasisHasAsManyDirectionsAsTheRank) {
    Eigen::MatrixXd columns = random_numbers(7, 4, 1);
    EXPECT_EQ(orthonormal_basis(columns)->cols(), 4);
    columns.col(3) = columns.col(0) - 2 * columns.col(1);
    EXPECT_EQ(orthonormal_basis(columns)->cols(), 3);
    columns.col(2) *= 1e-9; // short, and a direction of its own all the same
    EXPECT_EQ(orthonormal_basis(columns)->cols(), 3);
    EXPECT_EQ(orthonormal_basis(random_numbers(2, 5, 2))->cols(), 2);
    const auto nothing = orthonormal_basis(Eigen::MatrixXd::Zero(3, 2));
    ASSERT_TRUE(nothing);
    EXPECT_EQ(nothing->rows(), 3);
    EXPECT_EQ(nothing->cols(), 0);
}

/// Each column has much that is new beside those before it, and yet the last is nearly in the span of them all.
TEST(Decompositions, AnOrthonormalBasisSeesARankThatNoPairOfColumnsShows) {
    Eigen::MatrixXd columns = Eigen::MatrixXd::Identity(40, 40);
    columns.triangularView<Eigen::StrictlyUpper>().setConstant(-1);
    EXPECT_EQ(orthonormal_basis(columns)->cols(), 39);
}

RC_GTEST_PROP(Decompositions, AThinQRIsTheMatrix, ()) {
    const Arbitrary any;
    const auto qr = thin_qr(any.matrix);
    RC_ASSERT(qr.has_value());
    RC_ASSERT(qr->basis.cols() == std::min(any.rows, any.columns));
    RC_ASSERT(is_orthonormal(qr->basis));
    RC_ASSERT((qr->basis * qr->triangle).isApprox(any.matrix, 1e-12));
    RC_ASSERT(qr->triangle.isUpperTriangular(0));
    RC_ASSERT(triangle_of_qr(any.matrix) == qr->triangle);
}

RC_GTEST_PROP(Decompositions, SingularDirectionsAreTheMatrix, ()) {
    const Arbitrary any;
    const auto found = singular_directions(any.matrix);
    RC_ASSERT(found.has_value());
    RC_ASSERT(is_orthonormal(found->left));
    const Eigen::MatrixXd along = found->left.transpose() * any.matrix; // diag(values) · rightᵀ
    RC_ASSERT((found->left * along).isApprox(any.matrix, 1e-10));
    const Eigen::MatrixXd squares = found->values.array().square().matrix().asDiagonal();
    RC_ASSERT((along * along.transpose()).isApprox(squares, 1e-9));
}

RC_GTEST_PROP(Decompositions, SingularValuesAreTheRootsOfTheEigenvaluesOfTheSquare, ()) {
    const Arbitrary any;
    const auto values = singular_values(any.matrix);
    const auto found = singular_directions(any.matrix);
    RC_ASSERT(values && found);
    RC_ASSERT(values->isApprox(found->values, 1e-10));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> square(
        any.rows < any.columns ? Eigen::MatrixXd(any.matrix * any.matrix.transpose())
                               : Eigen::MatrixXd(any.matrix.transpose() * any.matrix));
    const Eigen::VectorXd falling = square.eigenvalues().reverse();
    RC_ASSERT((values->array().square().matrix() - falling).cwiseAbs().maxCoeff() <= 1e-9 * (1 + falling[0]));
}

TEST(Decompositions, RefuseWhatIsNotFinite) {
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Eigen::MatrixXd matrix = random_numbers(4, 3, 3);
        matrix(2, 1) = bad;
        EXPECT_FALSE(orthonormal_basis(matrix));
        EXPECT_FALSE(thin_qr(matrix));
        EXPECT_FALSE(triangle_of_qr(matrix));
        EXPECT_FALSE(singular_directions(matrix));
        EXPECT_FALSE(singular_values(matrix));
    }
}

} // namespace
} // namespace attn
