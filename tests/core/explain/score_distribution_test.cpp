#include "core/explain/score_distribution.h"

#include "core/engine/engine.h"
#include "tests/random_layer.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

using test::computed;

Layer some_layer(Index tokens) {
    test::Random random(3);
    return test::random_layer(
        random, {.sizes = {.B = 1, .S_q = tokens, .S_k = tokens, .D = 8, .D_context = 8, .H = 2, .d_k = 4, .d_v = 4}});
}

TEST(ScoreDistribution, OfScaledScoresIsThatOfTheScoresTimesTheFactor) {
    const Layer layer = some_layer(5);
    const ScoreDistribution spread = score_distribution(computed(layer), 0, 1);
    EXPECT_EQ(spread.scores.size(), 25U);
    EXPECT_GT(spread.deviation_before, 0);
    EXPECT_NEAR(spread.deviation_after, spread.deviation_before * score_factor(layer), 1e-6);
    EXPECT_NEAR(spread.mean_after, spread.mean_before * score_factor(layer), 1e-6);
}

TEST(ScoreDistribution, CountsNoScoreThatTheMaskHides) {
    Layer layer = some_layer(4);
    layer.mask.causal = true;
    const ScoreDistribution spread = score_distribution(computed(layer), 0, 0);
    EXPECT_EQ(spread.scores.size(), 10U);
    for (const ScoreDistribution::Score& score : spread.scores)
        EXPECT_LE(score.column, score.row);
}

TEST(ScoreDistribution, ListsOfVeryManyScoresAsManyAsCanBeDrawnAndCountsAll) {
    const Layer layer = some_layer(600);
    const Trace trace = computed(layer);
    const ScoreDistribution spread = score_distribution(trace, 0, 0);
    EXPECT_EQ(spread.count, 360000);
    EXPECT_EQ(spread.step, 2);
    EXPECT_EQ(spread.scores.size(), 180000U);
    EXPECT_NEAR(spread.deviation_after, spread.deviation_before * score_factor(layer), 1e-6);
}

TEST(ScoreDistribution, OfNothingIsZero) {
    Layer layer = some_layer(1);
    layer.mask.painted = Matrix::from_rows({{hidden}});
    const ScoreDistribution spread = score_distribution(computed(layer), 0, 0);
    EXPECT_TRUE(spread.scores.empty());
    EXPECT_EQ(spread.deviation_before, 0);
}

TEST(LargestShare, IsThatOfSoftmax) {
    const Matrix scores = Matrix::from_rows({{2, 0, 1}, {1, 1, 1}});
    const double sum = std::exp(2) + 1 + std::exp(1);
    EXPECT_NEAR(largest_share(scores, {}, 0), std::exp(2) / sum, 1e-12);
    EXPECT_NEAR(largest_share(scores, {}, 1), 1.0 / 3, 1e-12);
    const Matrix mask = Matrix::from_rows({{hidden, 0, 0}, {hidden, hidden, hidden}});
    EXPECT_NEAR(largest_share(scores, mask, 0), std::exp(1) / (1 + std::exp(1)), 1e-12);
    EXPECT_EQ(largest_share(scores, mask, 1), 0);
}

} // namespace
} // namespace attn
