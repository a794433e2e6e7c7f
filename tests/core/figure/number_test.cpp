#include "core/figure/number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

constexpr float infinity_of_numbers = std::numeric_limits<float>::infinity();

TEST(Number, HasATrueMinusAndFixedDecimals) {
    EXPECT_EQ(fixed_number(-2.4F, 2), "−2.40");
    EXPECT_EQ(fixed_number(3, 0), "3");
}

TEST(Number, ThatRoundsToZeroHasNoMinus) {
    EXPECT_EQ(fixed_number(-0.001F, 2), "0.00");
    EXPECT_EQ(fixed_number(-0.0F, 2), "0.00");
}

TEST(Number, ThatIsNoneHasAName) {
    EXPECT_EQ(fixed_number(infinity_of_numbers, 2), "∞");
    EXPECT_EQ(fixed_number(-infinity_of_numbers, 2), "−∞");
    EXPECT_EQ(display_number(std::numeric_limits<float>::quiet_NaN(), 2), "NaN");
}

TEST(Number, TooSmallOrTooLargeForItsDecimalsIsScientific) {
    EXPECT_EQ(display_number(0.000012F, 2), "1.2e−5");
    EXPECT_EQ(display_number(-3.4e38F, 2), "−3.4e38");
    EXPECT_EQ(display_number(0, 2), "0.00");
    EXPECT_EQ(display_number(-3.5e-15F, 2), "0.00");
    EXPECT_EQ(display_number(99999, 2), "99999.00");
}

TEST(Number, ThatIsNotZeroIsWrittenNeitherAsZeroNorAsOneFarFromIt) {
    EXPECT_EQ(display_number(0.00059F, 3), "5.9e−4") << "and not 0.001";
    EXPECT_EQ(display_number(0.00048F, 3), "4.8e−4");
    EXPECT_EQ(display_number(7.7e-12F, 3), "7.7e−12");
    EXPECT_EQ(display_number(-0.0063F, 2), "−0.0063") << "and not −0.01";
    EXPECT_EQ(display_number(0.0021F, 2), "0.0021");
    EXPECT_EQ(display_number(0.01F, 2), "0.01");
    EXPECT_EQ(display_number(0.001F, 3), "0.001");
    EXPECT_EQ(display_number(0.5F, 0), "0.50");
}

TEST(Number, InACellIsZeroWhereItIsNoneAndElseSaysThatItIsNearlyThat) {
    EXPECT_EQ(number_in_cell(0, 3), "0.000");
    EXPECT_EQ(number_in_cell(9.5e-16F, 3), "≈0");
    EXPECT_EQ(number_in_cell(-5.4e-8F, 3), "≈0");
    EXPECT_EQ(number_in_cell(0.00059F, 3), "0.001");
    EXPECT_EQ(number_in_cell(0.00059F, 2), "≈0");
    EXPECT_EQ(number_in_cell(-0.3F, 0), "≈0");
    EXPECT_EQ(number_in_cell(infinity_of_numbers, 2), "∞");
}

RC_GTEST_PROP(Number, ExactOnesReadBackAsTheSameFloat, (std::uint32_t bits)) {
    const auto value = std::bit_cast<float>(bits);
    RC_PRE(std::isfinite(value));
    const std::string text = exact_number(value);
    float back = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), back);
    RC_ASSERT(read.ptr == text.data() + text.size());
    RC_ASSERT(std::bit_cast<std::uint32_t>(back) == bits);
}

TEST(Number, ExactOnesThatAreNoneAreWordsOfFiles) {
    EXPECT_EQ(exact_number(infinity_of_numbers), "inf");
    EXPECT_EQ(exact_number(-infinity_of_numbers), "-inf");
    EXPECT_EQ(exact_number(std::numeric_limits<float>::quiet_NaN()), "nan");
}

TEST(Number, TermsGetAsManyDecimalsAsTheirSumNeeds) {
    // With two decimals 0.33 + 0.33 + 0.33 would seem to be 0.99, and the sum is shown as 1.00.
    const std::array thirds{1 / 3.0F, 1 / 3.0F, 1 / 3.0F};
    EXPECT_EQ(decimals_that_add_up(thirds, 1, 2, 5), std::nullopt);
    const std::array quarters{0.125F, 0.125F};
    EXPECT_EQ(decimals_that_add_up(quarters, 0.25F, 2, 5), 3);
}

TEST(Number, FactorsGetAsManyDecimalsAsTheirProductNeeds) {
    const std::array lines{WrittenProduct{2, 0.5F, 1}, WrittenProduct{1.2558F, 0.2151F, 0.27012F}};
    EXPECT_FALSE(multiplies(lines[1], 2, 2)); // 1.26 × 0.22 would be 0.28
    EXPECT_EQ(decimals_that_multiply(std::span(lines).first(1), 2, 2, 5), 2);
    EXPECT_EQ(decimals_that_multiply(lines, 2, 2, 5), 3);
    const std::array large{WrittenProduct{1234.5678F, 8765.4321F, 1234.5678F * 8765.4321F}};
    EXPECT_EQ(decimals_that_multiply(large, 2, 2, 3), 3); // for which three are not enough
}

} // namespace
} // namespace attn
