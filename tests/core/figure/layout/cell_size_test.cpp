#include "core/figure/layout/cell_size.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace attn {
namespace {

/// Returns the extent of a picture of these cells, with `around` more in each direction.
auto extent_of(Shape cells, Point around) {
    return [=](Point cell) {
        return PictureExtent{{around.x + cell.x * static_cast<float>(cells.columns), cells.columns},
                             {around.y + cell.y * static_cast<float>(cells.rows), cells.rows}};
    };
}

TEST(CellSize, IsSquareAndFillsWhatIsLeftOfTheShorterSide) {
    EXPECT_EQ(settled_cell({500, 1000}, {}, extent_of({10, 10}, {100, 100})), (Point{40, 40}));
    EXPECT_EQ(settled_cell({1000, 500}, {}, extent_of({10, 10}, {100, 100})), (Point{40, 40}));
    EXPECT_EQ(settled_cell({1000, 1000}, {.largest = {56, 56}}, extent_of({2, 2}, {100, 100})), (Point{56, 56}));
}

TEST(CellSize, OfLongMatricesIsStretchedUpToWhereCellsCanBeToldApart) {
    const Point cell = settled_cell({700, 300}, {.stretched = {6, 6}}, extent_of({8, 1000}, {100, 100}));
    EXPECT_NEAR(cell.x, 0.6F, 0.01F);
    EXPECT_EQ(cell.y, 6);
}

TEST(CellSize, IsNeverLessThanTheLeast) {
    const CellLimits limits{.least = {5, 14}};
    EXPECT_EQ(settled_cell({100, 100}, limits, extent_of({20, 20}, {50, 50})), (Point{5, 14}));
}

TEST(CellSize, HasRoomWhereWordsAboveNarrowCellsTurn) {
    // Labels take 60 more above cells narrower than 30: cells would be 29 without them, and are 23 with them.
    const auto turning = [](Point cell) {
        PictureExtent extent = extent_of({10, 10}, {100, 100})(cell);
        extent.down.length += cell.x < 30 ? 60 : 0;
        return extent;
    };
    const Point room{10000, 390};
    const Point cell = settled_cell(room, {}, turning);
    EXPECT_LE(turning(cell).down.length, room.y);
    EXPECT_GE(cell.y, 22);
}

TEST(CellSize, StaysWhereItIsNotTheCellsThatHaveNoRoom) {
    // A colour bar of 110 stands beside the cells.
    const auto beside_a_bar = [](Point cell) {
        PictureExtent extent = extent_of({4, 4}, {100, 60})(cell);
        extent.down.length = std::max(extent.down.length, 170.0F);
        return extent;
    };
    EXPECT_EQ(settled_cell({500, 160}, {}, beside_a_bar), (Point{25, 25}));
}

TEST(CellSize, ComesInStepsAndIsEnlargedByTheZoom) {
    EXPECT_EQ(settled_cell({405, 405}, {}, extent_of({10, 10}, {0, 0})), (Point{40, 40}));
    EXPECT_EQ(settled_cell({405, 405}, {.step = 0.25F}, extent_of({10, 10}, {0, 0})), (Point{40.5F, 40.5F}));
    EXPECT_EQ(settled_cell({405, 405}, {.zoom = 2}, extent_of({10, 10}, {0, 0})), (Point{80, 80}));
}

TEST(Placed, StandsInTheMiddleAndAboveRatherThanBeneath) {
    EXPECT_EQ(placed({10, 10, 300, 200}, {100, 100}), (Point{110, 50}));
    EXPECT_EQ(placed({10, 10, 300, 200}, {400, 400}), (Point{10, 10})); // at the corner of its area
}

} // namespace
} // namespace attn
