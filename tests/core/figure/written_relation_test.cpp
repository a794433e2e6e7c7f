#include "core/figure/written_relation.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <span>

namespace attn {
namespace {

TEST(WrittenRelation, IsEqualOnlyWhereTheDigitsGiveItOnACalculator) {
    EXPECT_EQ(relation(as_fixed(0.5F, 2) * as_fixed(0.25F, 2), as_fixed(0.125F, 3)), "=");
    EXPECT_EQ(relation(as_fixed(0.5F, 2) * as_fixed(0.25F, 2), as_fixed(0.125F, 2)), "≈"); // 0.13
    EXPECT_EQ(relation(as_fixed(3.812F, 3) * as_fixed(1 / std::sqrt(3.0F), 3), as_fixed(2.2F, 3)), "≈");
    EXPECT_EQ(relation(as_fixed(1, 0) / as_fixed(4, 0), as_fixed(0.25F, 2)), "=");
    EXPECT_EQ(relation(as_fixed(1, 0) / as_fixed(3, 0), as_fixed(1 / 3.0F, 3)), "≈");
    EXPECT_EQ(relation(as_fixed(0.1F, 1) + as_fixed(0.2F, 1), as_fixed(0.3F, 1)), "=");
    EXPECT_EQ(relation(exponential(as_fixed(0, 2)), as_fixed(1, 3)), "=");
    EXPECT_EQ(relation(exponential(as_fixed(1, 2)), as_fixed(2.718F, 3)), "≈");
}

TEST(WrittenRelation, HoldsBetweenInfinitiesAndBeyondTheDigitsOfAnIntegerIsNone) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(relation(as_fixed(1, 2) + as_fixed(-infinity, 2), as_fixed(-infinity, 2)), "=");
    const Calculated large = as_fixed(1.2345678e12F, 2);
    EXPECT_EQ(relation(large * large * large, large * large * large), "≈");
}

TEST(WrittenRelation, RoundsAProductOfDigitsAsItIsRoundedOnPaper) {
    const auto rounds = [](float left, float right, float product) {
        return rounds_to(as_fixed(left, 3) * as_fixed(right, 3), product, {attn::rounded(product, 3), -3});
    };
    EXPECT_FALSE(rounds(3.812F, 0.577F, 2.201F)); // it is 2.199524
    EXPECT_TRUE(rounds(3.812F, 0.577F, 2.2F));
    EXPECT_TRUE(rounds(0.5F, 0.001F, 0.0005F));    // 0.001
    EXPECT_FALSE(rounds(0.5F, 0.001F, 0.000499F)); // 0.000
}

TEST(WrittenRelation, FactorsGetAsManyDecimalsAsTheirProductNeeds) {
    const std::array lines{WrittenProduct{2, 0.5F, 1}, WrittenProduct{1.2558F, 0.2151F, 0.27012F}};
    EXPECT_EQ(decimals_that_multiply(std::span(lines).first(1), 2, 2, 5), 2);
    EXPECT_EQ(decimals_that_multiply(lines, 2, 2, 5), 3); // 1.26 × 0.22 would be 0.28
    const std::array large{WrittenProduct{1234.5678F, 8765.4321F, 1234.5678F * 8765.4321F}};
    EXPECT_EQ(decimals_that_multiply(large, 2, 2, 3), 3); // three are not enough for it
}

} // namespace
} // namespace attn
