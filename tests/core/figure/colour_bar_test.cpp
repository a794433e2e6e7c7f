#include "core/figure/colour_bar.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <variant>
#include <vector>

namespace attn {
namespace {

BarEnds ends(float low, float high) {
    return ends_of({.range = {low, high, low, high, RangeSource::this_matrix}});
}

TEST(ColourBar, ThatEndsNearZeroSaysSoAsItsCellsDo) {
    EXPECT_EQ(ends(1.4e-8F, 1).low_label, "0.00") << "cells of that colour say 0.00";
    EXPECT_EQ(ends(0.0021F, 0.95F).low_label, "0.002");
    EXPECT_EQ(ends(0, 1).low_label, "0");
    EXPECT_EQ(ends(1.4e-8F, 2.2e-6F).low_label, "1.4e−8") << "where all is as small";
}

TEST(ColourBar, OfTwoEndsDoesNotSayTheSame) {
    const BarEnds close = ends(0.1362F, 0.1441F);
    EXPECT_EQ(close.low_label, "0.136");
    EXPECT_EQ(close.high_label, "0.144");
    EXPECT_EQ(ends(0.5F, 0.5F).low_label, "0.50");
}

std::vector<std::string> numbers_of(const ColourBar& bar) {
    std::vector<std::string> numbers;
    for (const Item& item : lay_out(bar).items)
        if (const auto* const text = std::get_if<Text>(&item.shape()); text != nullptr && text->text.starts_with("0."))
            numbers.push_back(text->text);
    return numbers;
}

TEST(ColourBar, NoTickSaysWhatAnEndSays) {
    const ColourBar bar{.range = {0.1121F, 0.1382F, 0.1121F, 0.1382F, RangeSource::this_matrix}, .height = 200};
    std::vector<std::string> numbers = numbers_of(bar);
    ASSERT_GE(numbers.size(), 3U);
    std::ranges::sort(numbers);
    EXPECT_EQ(std::ranges::adjacent_find(numbers), numbers.end());
}

TEST(ColourBar, RoundsItsEndsAsWhatStandsBetweenThem) {
    const ColourBar bar{.range = {0.1242F, 0.1263F, 0.1242F, 0.1263F, RangeSource::this_matrix}};
    const std::vector<std::string> numbers = numbers_of(bar);
    ASSERT_GE(numbers.size(), 4U);
    for (const std::string& number : numbers)
        EXPECT_EQ(number.size(), numbers.front().size()) << number;
    EXPECT_EQ(numbers.front(), "0.1263") << "and not 0.13, which would lie above it";
}

} // namespace
} // namespace attn
