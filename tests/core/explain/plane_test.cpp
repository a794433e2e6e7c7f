#include "core/explain/plane.h"

#include "core/tensor/eigen.h"
#include "tests/random_layer.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

/// Rows in a plane through the origin of d dimensions: n x 2 times 2 x d.
Matrix planar_rows(test::Random& random, Index n, Index d) {
    return matrix_of(doubles(test::random_matrix(random, n, 2)) * doubles(test::random_matrix(random, 2, d)));
}

RC_GTEST_PROP(Plane, KeepsTheDistancesOfRowsThatLieInAPlane, ()) {
    test::Random random(*rc::gen::arbitrary<std::uint32_t>());
    const auto n = *rc::gen::inRange<Index>(1, 12); // more rows than dimensions, too
    const auto d = *rc::gen::inRange<Index>(2, 9);
    const Eigen::MatrixXd rows = doubles(planar_rows(random, n, d));
    const Eigen::MatrixXd points = doubles(points_in_plane(matrix_of(rows)));
    RC_ASSERT(points.rows() == n && points.cols() == 2);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j <= i; ++j)
            RC_ASSERT(std::abs((rows.row(i) - rows.row(j)).norm() - (points.row(i) - points.row(j)).norm()) < 1e-5);
}

RC_GTEST_PROP(Plane, PointsToWhereTheFurthestRowIs, ()) {
    test::Random random(*rc::gen::arbitrary<std::uint32_t>());
    const auto n = *rc::gen::inRange<Index>(1, 12);
    const auto d = *rc::gen::inRange<Index>(1, 9);
    const Eigen::MatrixXd points = doubles(points_in_plane(test::random_matrix(random, n, d)));
    for (Index axis = 0; axis < 2; ++axis) {
        Index furthest = 0;
        points.col(axis).cwiseAbs().maxCoeff(&furthest);
        RC_ASSERT(points(furthest, axis) >= 0);
    }
    // Points reach further in the first direction than in the second.
    RC_ASSERT(points.col(0).norm() >= points.col(1).norm() - 1e-6);
}

TEST(Plane, OfRowsOnALineHasNoSecondDirection) {
    const Matrix points = points_in_plane(Matrix::from_rows({{1, 2, 2}, {-2, -4, -4}, {0, 0, 0}}));
    EXPECT_NEAR(points(0, 0), -3, 1e-5);
    EXPECT_NEAR(points(1, 0), 6, 1e-5);
    for (Index i = 0; i < 3; ++i)
        EXPECT_NEAR(points(i, 1), 0, 1e-5);
}

TEST(Plane, OfSingleNumbersIsALine) {
    const Matrix points = points_in_plane(Matrix::from_rows({{2}, {-5}}));
    EXPECT_NEAR(points(1, 0), 5, 1e-6);
    EXPECT_NEAR(points(0, 0), -2, 1e-6);
    EXPECT_EQ(points(0, 1), 0);
}

TEST(Plane, OfWhatIsNotFiniteIsTheOrigin) {
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()})
        EXPECT_TRUE(equal_bits(points_in_plane(Matrix::from_rows({{1, 2}, {bad, 3}})), Matrix::zeros(2, 2)));
}

} // namespace
} // namespace attn
