#include "core/tensor/decimal.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>
#include <string>

namespace attn {
namespace {

TEST(Decimal, RoundsHalvesAwayFromZeroAsOnPaper) {
    EXPECT_EQ(fixed_digits(0.625F, 2), "0.63");
    EXPECT_EQ(fixed_digits(0.375F, 2), "0.38");
    EXPECT_EQ(fixed_digits(-0.625F, 2), "-0.63");
    EXPECT_EQ(fixed_digits(0.345F, 2), "0.35"); // the float lies a little below
    EXPECT_EQ(fixed_digits(2.5F, 0), "3");
    EXPECT_EQ(fixed_digits(9.995F, 2), "10.00");
    EXPECT_EQ(fixed_digits(0.4999F, 0), "0");
}

TEST(Decimal, HasNoSignWhereItRoundsToZeroAndZerosWhereItsDigitsEnd) {
    EXPECT_EQ(fixed_digits(-0.001F, 2), "0.00");
    EXPECT_EQ(fixed_digits(-0.0F, 0), "0");
    EXPECT_EQ(fixed_digits(3, 2), "3.00");
    EXPECT_EQ(fixed_digits(1e12F, 1), "1000000000000.0");
    EXPECT_EQ(fixed_digits(1e-30F, 3), "0.000");
    EXPECT_EQ(fixed_digits(std::numeric_limits<float>::denorm_min(), 2), "0.00");
}

TEST(Decimal, CountsDigitsFromTheFirst) {
    EXPECT_EQ(significant_digits(shortest_decimal(3.125F), 3), "3.13");
    EXPECT_EQ(significant_digits(shortest_decimal(12), 3), "12");
    EXPECT_EQ(significant_digits(shortest_decimal(0.000996F), 2), "0.001");
    EXPECT_EQ(significant_digits(shortest_decimal(1250), 2), "1300");
    EXPECT_EQ(percent_digits(0.345F), "35");
    EXPECT_EQ(percent_digits(0.345F, 1), "34.5");
}

/// Adds one to the last digit of a number such as "12.99".
std::string next_number(std::string digits) {
    std::size_t at = digits.size();
    while (at > 0) {
        --at;
        if (digits[at] == '.')
            continue;
        if (digits[at] != '9') {
            ++digits[at];
            return digits;
        }
        digits[at] = '0';
    }
    return "1" + digits;
}

/// The value rounded by cutting the text of its shortest decimal.
std::string cut_and_rounded(float value, int decimals) {
    std::string text(128, ' ');
    text.resize(static_cast<std::size_t>(
        std::to_chars(text.data(), text.data() + text.size(), std::abs(value), std::chars_format::fixed).ptr -
        text.data()));
    if (text.find('.') == std::string::npos)
        text += '.';
    text.append(static_cast<std::size_t>(decimals) + 1, '0');
    const std::size_t end = text.find('.') + static_cast<std::size_t>(decimals) + 1;
    const bool goes_up = text[end] >= '5';
    text.resize(decimals == 0 ? end - 1 : end);
    if (goes_up)
        text = next_number(text);
    const bool is_zero = text.find_first_of("123456789") == std::string::npos;
    return value < 0 && !is_zero ? "-" + text : text;
}

RC_GTEST_PROP(Decimal, IsTheTextOfItsShortestDigitsCutAndRoundedByHand,
              (std::int32_t thousandths, std::uint32_t bits)) {
    const int decimals = *rc::gen::inRange(0, 9);
    const float short_one = static_cast<float>(thousandths % 100000) / 1000;
    RC_ASSERT(fixed_digits(short_one, decimals) == cut_and_rounded(short_one, decimals));
    const auto any = std::bit_cast<float>(bits);
    RC_PRE(std::abs(any) < 1e7F); // beyond that the text has digits that are not needed
    RC_ASSERT(fixed_digits(any, decimals) == cut_and_rounded(any, decimals));
}

} // namespace
} // namespace attn
