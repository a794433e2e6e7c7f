#include "core/document/session/random_numbers.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(Draws, AreThoseOfThePublishedAlgorithms) {
    // FNV-1a: test vectors of Fowler, Noll and Vo. splitmix64: Vigna's first outputs for the seed 1234567.
    EXPECT_EQ(hash_of(""), 0xcbf29ce484222325U);
    EXPECT_EQ(hash_of("a"), 0xaf63dc4c8601ec8cU);
    EXPECT_EQ(hash_of("foobar"), 0x85944171f73967e8U);
    EXPECT_EQ(random_bits(1234567, 0), 6457827717110365317U);
    EXPECT_EQ(random_bits(1234567, 1), 3203168211198807973U);
    EXPECT_EQ(random_bits(1234567, 2), 9817491932198370423U);
}

TEST(Draws, StayWithinOneAndAreExact) {
    EXPECT_EQ(symmetric_uniform(0), -1 + 0x1p-24F);
    EXPECT_EQ(symmetric_uniform(~std::uint64_t{0}), 1 - 0x1p-24F);
    EXPECT_EQ(symmetric_uniform(std::uint64_t{1} << 63), 0x1p-24F);
}

TEST(Embeddings, OfAWordHaveMeanZeroAndVarianceOne) {
    const Matrix row = embedding_from_letters("数据", 8192);
    double sum = 0;
    double squares = 0;
    for (const float value : row.row(0)) {
        sum += static_cast<double>(value);
        squares += static_cast<double>(value) * static_cast<double>(value);
    }
    EXPECT_NEAR(sum / 8192, 0, 0.03);
    EXPECT_NEAR(squares / 8192, 1, 0.03);
}

TEST(Embeddings, OfAWiderRowBeginWithTheNarrowerOne) {
    const Matrix wide = embedding_from_letters("cat", 16);
    EXPECT_TRUE(equal_bits(wide.column_block(0, 8), embedding_from_letters("cat", 8)));
    EXPECT_FALSE(equal_bits(embedding_from_letters("cat", 8), embedding_from_letters("car", 8)));
}

TEST(Weights, StayWithinTheirBoundAndDifferByHeadParameterAndSeed) {
    const Shape shape{48, 16};
    const Matrix weights = random_parameter(1, ArrayId::W_Q, 0, shape);
    const float bound = std::sqrt(6.0F / 64);
    float largest = 0;
    for (Index i = 0; i < 48; ++i)
        for (const float value : weights.row(i))
            largest = std::max(largest, std::abs(value));
    EXPECT_LE(largest, bound);
    EXPECT_GT(largest, 0.98F * bound);
    EXPECT_FALSE(equal_bits(weights, random_parameter(1, ArrayId::W_Q, 1, shape)));
    EXPECT_FALSE(equal_bits(weights, random_parameter(1, ArrayId::W_K, 0, shape)));
    EXPECT_FALSE(equal_bits(weights, random_parameter(2, ArrayId::W_Q, 0, shape)));
    EXPECT_TRUE(equal_bits(weights, random_parameter(1, ArrayId::W_Q, 0, shape)));
}

TEST(Weights, GrowAroundWhatIsThere) {
    const Matrix small = Matrix::from_rows({{1, 2}, {3, 4}});
    const Matrix grown = grown_parameter(small, 7, ArrayId::W_V, 1, {3, 4});
    const Matrix drawn = random_parameter(7, ArrayId::W_V, 1, {3, 4});
    for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 4; ++j)
            EXPECT_EQ(grown(i, j), i < 2 && j < 2 ? small(i, j) : drawn(i, j));
    EXPECT_TRUE(grown_parameter(small, 7, ArrayId::W_V, 1, {2, 2}).is_same_as(small));
}

} // namespace
} // namespace attn
