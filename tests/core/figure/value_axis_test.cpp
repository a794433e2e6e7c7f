#include "core/figure/value_axis.h"

#include <gmock/gmock.h>
#include <string>
#include <vector>

namespace attn {
namespace {

TEST(ValueAxis, PlacesValuesInProportionAlsoBeyondItsEnds) {
    const ValueAxis up{-1, 3, {10, 100}, {10, 20}};
    EXPECT_EQ(up.place(-1), (Point{10, 100}));
    EXPECT_EQ(up.place(1), (Point{10, 60}));
    EXPECT_EQ(up.place(4), (Point{10, 0}));
    const ValueAxis of_one_value{2, 2, {5, 7}, {50, 7}};
    EXPECT_EQ(of_one_value.place(2), (Point{5, 7}));
}

TEST(ValueAxis, StepsAreOneTwoOrFiveTimesAPowerOfTen) {
    EXPECT_DOUBLE_EQ(round_step(0.011), 0.02);
    EXPECT_DOUBLE_EQ(round_step(3), 5);
    EXPECT_DOUBLE_EQ(round_step(51), 100);
}

TEST(ValueAxis, TicksAreTheMultiplesOfTheStepWithAsManyDecimalsAsTheyNeed) {
    std::vector<std::string> labels;
    for (const Tick& tick : ticks_of({-4, 6, {}, {100, 0}}, 2))
        labels.push_back(tick.label);
    EXPECT_THAT(labels, testing::ElementsAre("−4", "−2", "0", "2", "4", "6"));
    labels.clear();
    for (const Tick& tick : ticks_of({-1, 1, {}, {100, 0}}, 0.5))
        labels.push_back(tick.label);
    EXPECT_THAT(labels, testing::ElementsAre("−1.0", "−0.5", "0", "0.5", "1.0"));
}

} // namespace
} // namespace attn
