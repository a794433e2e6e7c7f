#include "core/figure/colour_bar.h"

#include <gtest/gtest.h>

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

TEST(ColourBar, NoTickSaysWhatAnEndSays) {
    const ColourBar bar{.range = {0.1121F, 0.1382F, 0.1121F, 0.1382F, RangeSource::this_matrix}, .height = 200};
    int said = 0;
    for (const Item& item : lay_out(bar).items)
        if (const auto* const text = std::get_if<Text>(&item.shape()); text != nullptr && text->text == "0.14")
            ++said;
    EXPECT_EQ(said, 1);
}

} // namespace
} // namespace attn
