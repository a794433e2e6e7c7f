#include "core/tensor/decompositions.h"

#include <Eigen/SVD>
#include <cmath>
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
    columns.col(2) *= 1e-9; // short, but a direction of its own
    EXPECT_EQ(orthonormal_basis(columns)->cols(), 3);
    EXPECT_EQ(orthonormal_basis(random_numbers(2, 5, 2))->cols(), 2);
    const auto nothing = orthonormal_basis(Eigen::MatrixXd::Zero(3, 2));
    ASSERT_TRUE(nothing);
    EXPECT_EQ(nothing->rows(), 3);
    EXPECT_EQ(nothing->cols(), 0);
}

/// Each column is far from each one before it, and yet the last is nearly in the span of all.
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

RC_GTEST_PROP(Decompositions, SingularValuesAreThoseOfJacobi, ()) {
    const Arbitrary any;
    const auto values = singular_values(any.matrix);
    RC_ASSERT(values.has_value());
    const Eigen::VectorXd expected = Eigen::JacobiSVD<Eigen::MatrixXd>(any.matrix).singularValues();
    RC_ASSERT(values->size() == expected.size());
    RC_ASSERT((*values - expected).cwiseAbs().maxCoeff() <= 5e-8 * expected[0]);
}

TEST(Decompositions, ASingularValueThatRoundingLeavesIsZero) {
    Eigen::MatrixXd matrix = random_numbers(9, 6, 4);
    matrix.col(5) = matrix.col(0) + matrix.col(1);
    const auto values = singular_values(matrix);
    ASSERT_TRUE(values);
    EXPECT_GT((*values)[4], 0.01);
    EXPECT_EQ((*values)[5], 0);
    EXPECT_EQ(singular_values(Eigen::MatrixXd::Zero(3, 2))->maxCoeff(), 0);
}

RC_GTEST_PROP(Decompositions, PrincipalAxesReachAsFarAsTheLargestSingularValues, ()) {
    const Arbitrary any;
    const auto axes = principal_axes(any.matrix, 2);
    const auto values = singular_values(any.matrix);
    RC_ASSERT(axes && values);
    RC_ASSERT(axes->cols() == std::min<Eigen::Index>(2, any.rows));
    RC_ASSERT(is_orthonormal(*axes));
    for (Eigen::Index axis = 0; axis < std::min(axes->cols(), values->size()); ++axis) {
        const double reach = (axes->col(axis).transpose() * any.matrix).norm();
        RC_ASSERT(std::abs(reach - (*values)[axis]) <= 5e-8 * (*values)[0]);
    }
}

TEST(Decompositions, RefuseWhatIsNotFinite) {
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        Eigen::MatrixXd matrix = random_numbers(4, 3, 3);
        matrix(2, 1) = bad;
        EXPECT_FALSE(orthonormal_basis(matrix));
        EXPECT_FALSE(thin_qr(matrix));
        EXPECT_FALSE(triangle_of_qr(matrix));
        EXPECT_FALSE(principal_axes(matrix, 2));
        EXPECT_FALSE(singular_values(matrix));
    }
}

} // namespace
} // namespace attn
