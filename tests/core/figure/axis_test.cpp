// The labels of a matrix' rows and columns, and the choice of those shown if not all fit.

#include "core/figure/axis.h"
#include "tests/core/figure/fonts.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> shown(const AxisLabels& axis, AxisSide side, float step) {
    const auto count = std::ssize(axis.labels);
    std::vector<std::string> texts;
    const DisplayList list =
        lay_out_axis(axis, side, {.count = count, .step = step, .first = 0, .last = count}, 100, Theme(), typesetter());
    for (const Item& item : list.items)
        if (const auto* const text = std::get_if<Text>(&item.shape()))
            texts.push_back(text->text);
    return texts;
}

TEST(Axis, WordsWithoutRoomAreNotReplacedByOneForAll) {
    AxisLabels letters;
    letters.labels = {"s", "t", "r", "e", "s", "s", "e", "d"};
    EXPECT_EQ(shown(letters, AxisSide::left, 20).size(), 8U);
    EXPECT_THAT(shown(letters, AxisSide::left, 3), IsEmpty()) << "the fifth would stand beside all";
    letters.emphasised = 1;
    EXPECT_THAT(shown(letters, AxisSide::left, 3), ElementsAre("t"));
}

TEST(Axis, NumbersBesideTheChosenOneStayWhereTheyHaveRoom) {
    AxisLabels axis;
    axis.labels = counted(16);
    axis.emphasised = 5;
    EXPECT_THAT(shown(axis, AxisSide::below, 8), ElementsAre("6", "10", "15")) << "5 would lie over 6";
    axis.emphasised = 4;
    EXPECT_THAT(shown(axis, AxisSide::left, 6), ElementsAre("2", "5", "8", "10", "12", "14", "16"));
}

} // namespace
} // namespace attn
