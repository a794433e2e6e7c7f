#include "app/window/desktop.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

constexpr WorkArea area{10, 20, 1000, 700};
constexpr WindowFrame frame{2, 24, 3, 5};

WindowPlace place(int x, int y, int width, int height) {
    WindowPlace made;
    made.x = x;
    made.y = y;
    made.width = width;
    made.height = height;
    return made;
}

TEST(WholeWithin, AWindowThatIsWholeStaysWhereItIs) {
    for (const WindowPlace& whole : {place(100, 100, 300, 200), place(12, 44, 995, 671)})
        EXPECT_EQ(whole_within(whole, frame, area), whole);
}

TEST(WholeWithin, AWindowHalfOutsideMovesInsideAndKeepsItsSize) {
    EXPECT_EQ(whole_within(place(-50, -24, 300, 200), frame, area), place(12, 44, 300, 200));
    EXPECT_EQ(whole_within(place(5000, 5000, 300, 200), frame, area), place(707, 515, 300, 200));
}

TEST(WholeWithin, AWindowThatIsTooLargeFillsTheAreaWithItsFrame) {
    EXPECT_EQ(whole_within(place(0, 0, 1440, 900), frame, area), place(12, 44, 995, 671));
}

TEST(WholeWithin, WithoutAPlaceOnlyTheSizeIsMadeToFit) {
    WindowPlace first;
    const WindowPlace whole = whole_within(first, frame, area);
    EXPECT_EQ(whole.width, 995);
    EXPECT_EQ(whole.height, 671);
    EXPECT_FALSE(whole.x || whole.y);
}

} // namespace
} // namespace attn
