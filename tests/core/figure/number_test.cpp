#include "core/figure/number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>
#include <vector>

namespace attn {
namespace {

constexpr float infinity_of_numbers = std::numeric_limits<float>::infinity();

TEST(Number, HasATrueMinusAndFixedDecimals) {
    EXPECT_EQ(fixed_number(-2.4F, 2), "−2.40");
    EXPECT_EQ(fixed_number(3, 0), "3");
}

TEST(Number, RoundsHalvesOfItsShortestDecimalAwayFromZeroHoweverItIsWritten) {
    EXPECT_EQ(fixed_number(0.625F, 2), "0.63");
    EXPECT_EQ(fixed_number(0.375F, 2), "0.38");
    EXPECT_EQ(fixed_number(-0.625F, 2), "−0.63");
    EXPECT_EQ(fixed_number(0.345F, 2), "0.35"); // the float is 0.34499999880790710
    EXPECT_EQ(number_in_cell(2.5F, 0), "3");
    EXPECT_EQ(display_number(0.00125F, 2), "0.0013");
    EXPECT_EQ(scientific_number(1.25e7F), "1.3e7");
    EXPECT_EQ(scientific_number(9.96e-7F), "1.0e−6");
    EXPECT_EQ(share_in_percent(0.345F), "35 %");
    EXPECT_EQ(share_in_percent(0.00125F), "0.13 %");
}

TEST(Number, IsTiedWithAnotherThatIsWrittenWithTheSameDigits) {
    const auto two_decimals = [](float value) { return fixed_number(value, 2); };
    EXPECT_TRUE(are_shown_alike(0.361F, 0.3649F, two_decimals));
    EXPECT_FALSE(are_shown_alike(0.3649F, 0.365F, two_decimals));
    EXPECT_EQ(places_of_largest(std::array{0.1F, 0.364F, 0.2F, 0.36F}, two_decimals), (std::vector<Index>{1, 3}));
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
    // With two decimals 0.33 + 0.33 + 0.33 seems to be 0.99, while the sum is shown as 1.00.
    const std::array thirds{1 / 3.0F, 1 / 3.0F, 1 / 3.0F};
    EXPECT_EQ(decimals_that_add_up(thirds, 1, 2, 5), std::nullopt);
    const std::array quarters{0.125F, 0.125F};
    EXPECT_EQ(decimals_that_add_up(quarters, 0.25F, 2, 5), 3);
}

} // namespace
} // namespace attn
