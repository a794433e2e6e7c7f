#include "core/model/rotary.h"

#include "core/engine/engine.h"
#include "tests/random_layer.h"

#include <cmath>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Random;

Matrix rotated_rows(const Rotary& rotary, const Matrix& rows) {
    std::vector<float> values(static_cast<std::size_t>(rows.rows() * rows.columns()));
    rotate(rotary, rows, {values.data(), rows.rows(), rows.columns(), rows.columns()});
    return Matrix::adopt(std::move(values), rows.rows(), rows.columns());
}

TEST(Rotary, LeavesTheFirstPlaceAndTheColumnsBehindItsDimensionsAlone) {
    Random random(1);
    const Matrix rows = test::random_matrix(random, 5, 6);
    const Matrix rotated = rotated_rows({Rotary::Pairs::halves, 4, 10000}, rows);
    EXPECT_TRUE(equal_bits(rotated.row_block(0, 1), rows.row_block(0, 1)));
    EXPECT_TRUE(equal_bits(rotated.column_block(4, 2), rows.column_block(4, 2)));
    EXPECT_NE(rotated(1, 0), rows(1, 0));
}

TEST(Rotary, TurnsTheFirstPairByOneRadianAPlace) {
    const Matrix rows = Matrix::from_rows({{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}});
    const Matrix halves = rotated_rows({Rotary::Pairs::halves, 0, 10000}, rows);
    const Matrix neighbours = rotated_rows({Rotary::Pairs::neighbours, 0, 10000}, rows);
    EXPECT_FLOAT_EQ(halves(2, 0), std::cos(2.0F));
    EXPECT_FLOAT_EQ(halves(2, 2), std::sin(2.0F));
    EXPECT_FLOAT_EQ(neighbours(2, 0), std::cos(2.0F));
    EXPECT_FLOAT_EQ(neighbours(2, 1), std::sin(2.0F));
}

TEST(Rotary, MakesScoresDependOnTheDistanceOfTwoTokensAlone) {
    Random random(2);
    Layer layer =
        test::random_layer(random, {{.B = 1, .S_q = 6, .S_k = 6, .D = 8, .D_context = 8, .H = 1, .d_k = 8, .d_v = 2}});
    layer.sequence.items = {std::vector<std::string>(6, "word1")};
    layer.rotary.pairs = Rotary::Pairs::neighbours;
    Engine engine(1);
    const Matrix scores = engine.compute(layer).matrix({0, ArrayId::scores, 0, 0});
    for (Index i = 1; i < 6; ++i)
        for (Index j = 1; j < 6; ++j)
            EXPECT_NEAR(scores(i, j), scores(i - 1, j - 1), 1e-5);
    EXPECT_GT(std::abs(scores(5, 0) - scores(0, 0)), 1e-3);
}

TEST(SharedKeys, AreComputedOncePerGroupAndReadByAllOfIt) {
    Random random(3);
    Layer layer = test::random_layer(
        random,
        {{.B = 1, .S_q = 3, .S_k = 3, .D = 8, .D_context = 8, .H = 4, .d_k = 4, .d_v = 4, .queries_per_kv = 2}});
    Engine engine(2, 0);
    const Trace& trace = engine.compute(layer);
    EXPECT_EQ(trace.slots(ArrayId::K), (std::vector<Address>{{0, ArrayId::K, 0, 0}, {0, ArrayId::K, 0, 2}}));
    EXPECT_EQ(trace.matrix({0, ArrayId::K, 0, 3}).view().data, trace.matrix({0, ArrayId::K, 0, 2}).view().data);
    const std::uint64_t before = trace.version({0, ArrayId::scores, 0, 0});
    Matrix& W_K = parameter(layer, ArrayId::W_K, 3);
    W_K = W_K.with_cell(0, 0, 5);
    engine.compute(layer);
    EXPECT_EQ(trace.version({0, ArrayId::scores, 0, 0}), before);
    EXPECT_GT(trace.version({0, ArrayId::scores, 0, 2}), before);
    EXPECT_GT(trace.version({0, ArrayId::scores, 0, 3}), before);
}

} // namespace
} // namespace attn
