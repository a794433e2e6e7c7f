#include "core/figure/triangles.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

float area_of(std::span<const Point> polygon, const Triangle& corners) {
    const Point triangle[] = {polygon[corners[0]], polygon[corners[1]], polygon[corners[2]]};
    return std::abs(signed_area(triangle));
}

float covered(std::span<const Point> polygon) {
    float area = 0;
    for (const Triangle& triangle : triangles_of(polygon))
        area += area_of(polygon, triangle);
    return area;
}

TEST(Triangles, CoverASquareOnceWhicheverWayItTurns) {
    const std::vector<Point> square{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    EXPECT_EQ(triangles_of(square).size(), 2U);
    EXPECT_FLOAT_EQ(covered(square), 4);
    const std::vector<Point> back(square.rbegin(), square.rend());
    EXPECT_FLOAT_EQ(covered(back), 4);
    EXPECT_FLOAT_EQ(signed_area(square), -signed_area(back));
}

TEST(Triangles, LeaveTheBayOfAConcavePolygonFree) {
    const std::vector<Point> arrow{{0, 0}, {4, 2}, {0, 4}, {1, 2}};
    EXPECT_FLOAT_EQ(covered(arrow), std::abs(signed_area(arrow)));
    for (const Triangle& triangle : triangles_of(arrow)) {
        const Point middle{(arrow[triangle[0]].x + arrow[triangle[1]].x + arrow[triangle[2]].x) / 3,
                           (arrow[triangle[0]].y + arrow[triangle[1]].y + arrow[triangle[2]].y) / 3};
        EXPECT_GT(middle.x, 1 - std::abs(middle.y - 2) / 2) << "in the bay";
    }
}

TEST(Triangles, OfWhatEnclosesNothingAreNone) {
    EXPECT_TRUE(triangles_of({}).empty());
    EXPECT_TRUE(triangles_of(std::vector<Point>{{0, 0}, {1, 1}}).empty());
    EXPECT_TRUE(triangles_of(std::vector<Point>{{0, 0}, {1, 1}, {2, 2}, {1, 1}}).empty());
}

// The star is a polygon around its middle, with a corner at each of some angles and at any distance, so that it is
// seldom convex.
RC_GTEST_PROP(Triangles, CoverAnyStarOnce, ()) {
    const auto distances =
        *rc::gen::container<std::vector<int>>(*rc::gen::inRange<std::size_t>(3, 24), rc::gen::inRange(1, 100))
             .as("distances");
    std::vector<Point> star;
    star.reserve(distances.size());
    for (std::size_t i = 0; i < distances.size(); ++i) {
        const auto angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(distances.size());
        const auto distance = static_cast<float>(distances[i]);
        star.push_back({distance * std::cos(angle), distance * std::sin(angle)});
    }
    const float area = std::abs(signed_area(star));
    RC_ASSERT(std::abs(covered(star) - area) <= 1e-3F * area + 1e-2F);
}

} // namespace
} // namespace attn
