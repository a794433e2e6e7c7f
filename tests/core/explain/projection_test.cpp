#include "core/explain/projection.h"

#include "core/tensor/eigen.h"
#include "tests/random_layer.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

/// The error of float32 in a number of about 1.
constexpr double slack = 1e-5;

std::optional<Projection> projected(const Matrix& row, const Matrix& weights) {
    const auto space = column_space(weights.view());
    return space ? projection(row.view(), *space) : std::nullopt;
}

TEST(Projection, IsWhatTheWeightsReadAndTheRestIsNothingToThem) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        test::Random random(seed);
        const Index D = test::random_index(random, 1, 9);
        const Index width = test::random_index(random, 1, D);
        const Matrix x = test::random_matrix(random, 1, D);
        const Matrix W = test::random_matrix(random, D, width);
        const auto parts = projected(x, W);
        ASSERT_TRUE(parts);
        EXPECT_EQ(parts->rank, width);
        const Eigen::MatrixXd read = doubles(parts->read.view());
        const Eigen::MatrixXd unseen = doubles(parts->unseen.view());
        const Eigen::MatrixXd weights = doubles(W.view());
        EXPECT_LE((read + unseen - doubles(x.view())).norm(), slack);
        EXPECT_LE((unseen * weights).norm(), slack * (1 + weights.norm()));
        EXPECT_LE((read * weights - doubles(x.view()) * weights).norm(), slack * (1 + weights.norm()));
        EXPECT_LE(std::abs((read * unseen.transpose())(0, 0)), slack * (1 + length_of(x.view())));
    }
}

TEST(Projection, OfWeightsThatSpanAllLeavesNothing) {
    const Matrix identity = Matrix::from_rows({{1, 0}, {0, 1}});
    const auto parts = projected(Matrix::from_rows({{3, 4}}), identity);
    ASSERT_TRUE(parts);
    EXPECT_NEAR(length_of(parts->read.view()), 5, slack);
    EXPECT_NEAR(length_of(parts->unseen.view()), 0, slack);
}

TEST(Projection, OfWeightsOfZerosReadsNothing) {
    const auto parts = projected(Matrix::from_rows({{3, 4}}), Matrix::from_rows({{0}, {0}}));
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->rank, 0);
    EXPECT_EQ(length_of(parts->read.view()), 0);
}

TEST(Projection, OfNumbersThatAreNoneIsNone) {
    const float none = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(projected(Matrix::from_rows({{none, 4}}), Matrix::from_rows({{1}, {0}})));
    EXPECT_FALSE(projected(Matrix::from_rows({{1, 4}}), Matrix::from_rows({{none}, {0}})));
}

} // namespace
} // namespace attn
