#include "ui/toolkit/painter.h"

#include "core/figure/geometry.h"
#include "core/figure/hatch.h"
#include "core/figure/triangles.h"
#include "core/tensor/to_integer.h"
#include "ui/gl/image_cache.h"
#include "ui/gl/text_cache.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <span>
#include <vector>

namespace attn {

namespace {

/// The square of the largest distance by which a sharp corner may stick out, in units of the edge's softness.
constexpr float longest_miter_squared = 2;

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

/// Returns, for each corner, the vector that moves both its edges outwards by one unit.
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
        const float square = std::max(middle.x * middle.x + middle.y * middle.y, 1 / longest_miter_squared);
        of_corners[i] = {middle.x / square, middle.y / square};
    }
    return of_corners;
}

/// Fills a polygon with soft edges. The polygon may be concave, unlike ImGui's; its edges must not cross.
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

/// The lengths of a dash and of the gap after it, in logical pixels.
struct Dashes {
    float dash = 3;
    float gap = 2.5F;
};

Dashes dashes_of(const Stroke& stroke) {
    const float dot = std::max(1.0F, stroke.width);
    return stroke.style == LineStyle::dotted ? Dashes{dot, 2 * dot} : Dashes{};
}

ImVec2 vector_of(Point point) {
    return {point.x, point.y};
}

/// The box with its thin side widened to one whole pixel: a box that covers no pixel's centre, e.g. the rule of a
/// fraction, would not be painted at all.
Box seen(Box box) {
    const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
    if (box.height > 0 && box.height * scale.y < 1)
        box = {box.x, std::floor(box.y * scale.y) / scale.y, box.width, 1 / scale.y};
    if (box.width > 0 && box.width * scale.x < 1)
        box = {std::floor(box.x * scale.x) / scale.x, box.y, 1 / scale.x, box.height};
    return box;
}

class Painter {
public:
    Painter(ImDrawList& target, TextCache& texts, ImageCache& images, const Trace* trace)
        : target_(target), texts_(texts), images_(images), trace_(trace) {}

    void operator()(const Rectangle& rectangle) {
        const Box box = seen(rectangle.filled());
        if (rectangle.fill.visible())
            target_.AddRectFilled({box.x, box.y}, {box.right(), box.bottom()}, colour_of(rectangle.fill),
                                  rectangle.corner_radius);
        if (rectangle.hatch.visible())
            for (const auto& [from, to] : hatch_lines(rectangle))
                target_.AddLine(vector_of(from), vector_of(to), colour_of(rectangle.hatch), hatch_width);
        if (rectangle.stroke.visible())
            outline(rectangle);
    }

    void operator()(const Path& path) {
        if (path.points.size() < 2)
            return;
        if (path.stroke.style != LineStyle::solid && !path.curved) {
            for (std::size_t i = 0; i + 1 < path.points.size(); ++i)
                dashed_line(path.points[i], path.points[i + 1], path.stroke);
            return;
        }
        if (path.fill.visible()) {
            trace(path);
            const ImVector<ImVec2>& corners = target_._Path;
            add_filled_polygon(target_, {corners.Data, static_cast<std::size_t>(corners.Size)}, colour_of(path.fill));
            target_.PathClear();
        }
        if (path.stroke.visible()) {
            trace(path);
            target_.PathStroke(colour_of(path.stroke.colour), path.closed ? ImDrawFlags_Closed : ImDrawFlags_None,
                               path.stroke.width);
        }
    }

    void operator()(const Text& text) { texts_.draw(target_, text); }
    void operator()(const Image& image) { images_.draw(target_, image, {}, trace_); }
    void operator()(const FormulaMark& /*mark*/) {} // the formula's pieces follow as items

private:
    static ImU32 colour_of(Colour colour) { return IM_COL32(colour.r, colour.g, colour.b, colour.a); }

    void outline(const Rectangle& rectangle) {
        const Box& box = rectangle.box;
        if (rectangle.stroke.style == LineStyle::solid) {
            // ImGui moves strokes of rectangles by half a pixel inwards; a path stays where it is.
            target_.PathRect({box.x, box.y}, {box.right(), box.bottom()}, rectangle.corner_radius);
            target_.PathStroke(colour_of(rectangle.stroke.colour), ImDrawFlags_Closed, rectangle.stroke.width);
            return;
        }
        const Point corners[] = {
            {box.x, box.y}, {box.right(), box.y}, {box.right(), box.bottom()}, {box.x, box.bottom()}, {box.x, box.y}};
        for (int side = 0; side < 4; ++side)
            dashed_line(corners[side], corners[side + 1], rectangle.stroke);
    }

    void dashed_line(Point from, Point to, const Stroke& stroke) {
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        if (length <= 0)
            return;
        const Point direction{(to.x - from.x) / length, (to.y - from.y) / length};
        const auto at = [&](float along) { return from + Point{direction.x * along, direction.y * along}; };
        const auto [dash, gap] = dashes_of(stroke);
        const auto dashes = to_integer<long>(std::ceil(length / (dash + gap)));
        for (long i = 0; i < dashes; ++i) {
            const float along = static_cast<float>(i) * (dash + gap);
            target_.AddLine(vector_of(at(along)), vector_of(at(std::min(along + dash, length))),
                            colour_of(stroke.colour), stroke.width);
        }
    }

    void trace(const Path& path) {
        target_.PathClear();
        if (!path.curved) {
            for (const Point& point : path.points)
                target_.PathLineTo(vector_of(point));
            return;
        }
        target_.PathLineTo(vector_of(path.points.front()));
        for (std::size_t i = 1; i + 2 < path.points.size(); i += 3)
            target_.PathBezierCubicCurveTo(vector_of(path.points[i]), vector_of(path.points[i + 1]),
                                           vector_of(path.points[i + 2]));
    }

    ImDrawList& target_;
    TextCache& texts_;
    ImageCache& images_;
    const Trace* trace_;
};

} // namespace

void paint(ImDrawList& target, const DisplayList& list, TextCache& texts, ImageCache& images, const Trace* trace) {
    Painter painter(target, texts, images, trace);
    for (const Item& item : list.items) {
        if (item.clip) {
            target.PushClipRect({item.clip->x, item.clip->y}, {item.clip->right(), item.clip->bottom()}, true);
            std::visit(painter, item.shape());
            target.PopClipRect();
        } else
            std::visit(painter, item.shape());
    }
}

} // namespace attn
