#include "core/explain/subspaces.h"

#include "tests/random_layer.h"

#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

/// A layer whose heads have these query weights.
Layer heads_of(std::initializer_list<Matrix> weights) {
    Layer layer;
    for (const Matrix& W_Q : weights) {
        layer.heads.emplace_back();
        layer.heads.back().W_Q = W_Q;
    }
    return layer;
}

TEST(Subspaces, OfTheSameSpanShareAllAndAtRightAnglesNothing) {
    const Matrix first = Matrix::from_rows({{1, 0}, {0, 1}, {0, 0}, {0, 0}});
    const Matrix sums = Matrix::from_rows({{1, 3}, {1, -1}, {0, 0}, {0, 0}});
    const Matrix others = Matrix::from_rows({{0, 0}, {0, 0}, {2, 5}, {0, 1}});
    const Matrix overlaps = subspace_overlaps(heads_of({first, sums, others}), ArrayId::W_Q);
    EXPECT_NEAR(overlaps(0, 0), 1, 1e-6);
    EXPECT_NEAR(overlaps(0, 1), 1, 1e-6);
    EXPECT_NEAR(overlaps(0, 2), 0, 1e-6);
}

TEST(Subspaces, OfLinesAreTheSquaredCosineOfTheirAngle) {
    const Matrix overlaps =
        subspace_overlaps(heads_of({Matrix::from_rows({{1}, {0}}), Matrix::from_rows({{1}, {1}})}), ArrayId::W_Q);
    EXPECT_NEAR(overlaps(0, 1), 0.5, 1e-6);
}

TEST(Subspaces, CountAColumnThatFollowsFromOthersOnce) {
    const Matrix line = Matrix::from_rows({{1, 2}, {0, 0}, {0, 0}});
    const Matrix plane = Matrix::from_rows({{1, 0}, {0, 1}, {0, 0}});
    const Matrix nothing = Matrix::zeros(3, 2);
    const Matrix overlaps = subspace_overlaps(heads_of({line, plane, nothing}), ArrayId::W_Q);
    EXPECT_NEAR(overlaps(0, 0), 1, 1e-6);
    EXPECT_NEAR(overlaps(0, 1), 1, 1e-6); // the line lies in the plane
    EXPECT_EQ(overlaps(2, 0), 0);
    EXPECT_EQ(overlaps(2, 2), 0);
}

RC_GTEST_PROP(Subspaces, StayWhereColumnsAreMixedAndAreShares, ()) {
    test::Random random(*rc::gen::arbitrary<std::uint64_t>());
    const auto width = *rc::gen::inRange<Index>(1, 4);
    const auto D = *rc::gen::inRange<Index>(width, 9);
    const Matrix one = test::random_matrix(random, D, width);
    const Matrix other = test::random_matrix(random, D, width);
    // Each column plus half of the one before: the same span.
    std::vector<float> mixed;
    for (Index row = 0; row < D; ++row)
        for (Index column = 0; column < width; ++column)
            mixed.push_back(one(row, column) + (column > 0 ? one(row, column - 1) / 2 : 0));
    const Matrix overlaps =
        subspace_overlaps(heads_of({one, other, Matrix::adopt(std::move(mixed), D, width)}), ArrayId::W_Q);
    for (Index g = 0; g < 3; ++g)
        for (Index h = 0; h < 3; ++h) {
            RC_ASSERT(overlaps(g, h) >= 0);
            RC_ASSERT(overlaps(g, h) <= 1.00001F);
            RC_ASSERT(overlaps(g, h) == overlaps(h, g));
        }
    RC_ASSERT(std::abs(overlaps(0, 1) - overlaps(2, 1)) < 1e-3F);
}

} // namespace
} // namespace attn
