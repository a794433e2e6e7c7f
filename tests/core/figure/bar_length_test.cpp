#include "core/figure/bar_length.h"

#include <array>
#include <gmock/gmock.h>
#include <limits>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::FloatEq;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

TEST(BarLength, OfAnInfiniteNumberIsTheWholeBarAndOfNaNNone) {
    EXPECT_EQ(filled_part(0.25, 1), 0.25F);
    EXPECT_EQ(filled_part(3, 1), 1);
    EXPECT_EQ(filled_part(-3, 1), 0);
    EXPECT_EQ(filled_part(static_cast<double>(infinity), 1), 1);
    EXPECT_EQ(filled_part(static_cast<double>(-infinity), 1), 0);
    EXPECT_EQ(filled_part(static_cast<double>(not_a_number), 1), 0);
}

TEST(BarLength, FollowsTheLargestFiniteNumber) {
    EXPECT_EQ(fullest(std::array{0.2F, 0.5F}, 1), 1);
    EXPECT_EQ(fullest(std::array{0.2F, 4.0F, infinity, not_a_number}, 1), 4);
}

TEST(BarLength, PartsOfOneBarKeepWithinIt) {
    EXPECT_THAT(stacked_parts(std::array{0.25F, 0.5F}), ElementsAre(0.25F, 0.5F));
    EXPECT_THAT(stacked_parts(std::array{1.5F, 0.5F, -1.0F}), ElementsAre(0.75F, 0.25F, 0));
    EXPECT_THAT(stacked_parts(std::array{3e38F, 3e38F}), ElementsAre(FloatEq(0.5F), FloatEq(0.5F)));
    EXPECT_THAT(stacked_parts(std::array{infinity, 0.5F, infinity, not_a_number}), ElementsAre(0.5F, 0, 0.5F, 0));
}

TEST(BarLength, ColoursInfinitiesAsMatricesDo) {
    const ColourMap& map = colour_map(Palette::attention, Look::light);
    EXPECT_EQ(bar_colour(static_cast<double>(infinity), rgb(0x123456), map), map.at(infinity, {}));
    EXPECT_EQ(bar_colour(1, rgb(0x123456), map), rgb(0x123456));
}

} // namespace
} // namespace attn
