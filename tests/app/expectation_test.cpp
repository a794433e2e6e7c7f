#include "app/expectation.h"

#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

TEST(Expectation, NumbersAreReadAsPeopleAndTheScreenWriteThem) {
    EXPECT_EQ(number_of("-2.4"), -2.4);
    EXPECT_EQ(number_of("−2.40"), -2.4);
    EXPECT_EQ(number_of("1.2e−5"), 1.2e-5);
    EXPECT_EQ(number_of("−∞"), -std::numeric_limits<double>::infinity());
    EXPECT_EQ(number_of("+3"), 3);
    EXPECT_EQ(number_of("7 %"), 0.07);
    for (const char* text : {"", "rose", "1.5 cm", "--1", "%", "0x10"})
        EXPECT_FALSE(number_of(text)) << text;
}

TEST(Expectation, WithoutAToleranceANumberMustBeRightToAMillionth) {
    EXPECT_TRUE(is_as_expected(static_cast<double>(0.07F), 0.07, std::nullopt));
    EXPECT_FALSE(is_as_expected(0.073, 0.07, std::nullopt));
    EXPECT_TRUE(is_as_expected(0.073, 0.07, 0.005));
    EXPECT_TRUE(is_as_expected(0.3, 0.2, 0.1));
    EXPECT_FALSE(is_as_expected(0.31, 0.2, 0.1));
}

TEST(Expectation, InfinitiesAndNaNAreNeverWithinATolerance) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(is_as_expected(-infinity, -infinity, std::nullopt));
    EXPECT_FALSE(is_as_expected(-infinity, infinity, 1.0));
    EXPECT_FALSE(is_as_expected(-infinity, -1e30, infinity));
    EXPECT_TRUE(is_as_expected(nan, nan, std::nullopt));
    EXPECT_FALSE(is_as_expected(nan, 0, infinity));
}

TEST(Expectation, TextMustBeTheSameUnlessBothAreNumbers) {
    EXPECT_TRUE(is_as_expected("rose", "rose", std::nullopt));
    EXPECT_FALSE(is_as_expected("rose", "lily", 1.0));
    EXPECT_TRUE(is_as_expected("−2.40", "-2.4", std::nullopt));
    EXPECT_FALSE(is_as_expected("", "0", 1.0));
}

} // namespace
} // namespace attn
