#include "ui/toolkit/filled_polygon.h"

#include "core/figure/triangles.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace attn {

namespace {

/// How far a sharp corner may stand out, as a multiple of the edge's softness.
constexpr float longest_miter = 2;

std::vector<Point> without_repeats(std::span<const ImVec2> corners) {
    std::vector<Point> polygon;
    polygon.reserve(corners.size());
    for (const ImVec2& corner : corners)
        if (polygon.empty() || polygon.back() != Point{corner.x, corner.y})
            polygon.push_back({corner.x, corner.y});
    while (polygon.size() > 1 && polygon.front() == polygon.back())
        polygon.pop_back();
    return polygon;
}

/// For each corner the way out of the polygon: both its edges are one unit farther out at its end.
std::vector<Point> ways_out(std::span<const Point> polygon) {
    const float side = signed_area(polygon) < 0 ? -1.0F : 1.0F;
    const std::size_t count = polygon.size();
    std::vector<Point> of_edges(count); // edge i leads from corner i to the next
    for (std::size_t i = 0; i < count; ++i) {
        const Point along{polygon[(i + 1) % count].x - polygon[i].x, polygon[(i + 1) % count].y - polygon[i].y};
        const float length = std::hypot(along.x, along.y);
        of_edges[i] = {side * along.y / length, -side * along.x / length};
    }
    std::vector<Point> of_corners(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Point& before = of_edges[(i + count - 1) % count];
        const Point middle{(before.x + of_edges[i].x) / 2, (before.y + of_edges[i].y) / 2};
        const float square = std::max(middle.x * middle.x + middle.y * middle.y, 1 / longest_miter);
        of_corners[i] = {middle.x / square, middle.y / square};
    }
    return of_corners;
}

} // namespace

void add_filled_polygon(ImDrawList& target, std::span<const ImVec2> corners, ImU32 colour) {
    const std::vector<Point> polygon = without_repeats(corners);
    const std::vector<Triangle> triangles = triangles_of(polygon);
    if (triangles.empty())
        return;
    const std::vector<Point> out = ways_out(polygon);
    const std::size_t count = polygon.size();
    const ImU32 transparent = colour & ~IM_COL32_A_MASK;
    const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    const float half = target._FringeScale / 2;
    const auto first = static_cast<std::size_t>(target._VtxCurrentIdx);
    const auto write = [&](std::size_t place) { target.PrimWriteIdx(static_cast<ImDrawIdx>(first + place)); };

    // Corner i has two vertices: 2i on the inner edge, in full colour, and 2i + 1 on the outer one, transparent.
    target.PrimReserve(static_cast<int>(3 * triangles.size() + 6 * count), static_cast<int>(2 * count));
    for (const Triangle& triangle : triangles)
        for (const std::size_t corner : triangle)
            write(2 * corner);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t inner = 2 * i;
        const std::size_t next = 2 * ((i + 1) % count);
        for (const std::size_t place : {inner, inner + 1, next + 1, inner, next + 1, next})
            write(place);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Point by{half * out[i].x, half * out[i].y};
        target.PrimWriteVtx({polygon[i].x - by.x, polygon[i].y - by.y}, white, colour);
        target.PrimWriteVtx({polygon[i].x + by.x, polygon[i].y + by.y}, white, transparent);
    }
}

} // namespace attn
