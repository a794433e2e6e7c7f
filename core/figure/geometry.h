#pragma once

#include <algorithm>

namespace attn {

/// The largest coordinate in logical pixels: beyond it a float cannot tell neighbouring pixels apart.
constexpr float farthest_place = 0x1p24F;

/// True if a coordinate or a length can be drawn; NaN, infinities and places beyond all pages cannot.
constexpr bool is_drawable(float length) {
    return length >= -farthest_place && length <= farthest_place;
}

/// The value within both bounds. Unlike with std::clamp, the bounds may cross and the value may be NaN: both give the
/// lower bound.
template <class Number>
constexpr Number bounded(Number value, Number low, Number high) {
    const Number raised = value > low ? value : low;
    return raised < high ? raised : (high > low ? high : low);
}

/// A place in a figure, in logical pixels (1/96 inch); y grows downwards.
struct Point {
    float x = 0;
    float y = 0;
    bool operator==(const Point&) const = default;
};

constexpr bool is_drawable(Point point) {
    return is_drawable(point.x) && is_drawable(point.y);
}

constexpr Point operator+(Point a, Point b) {
    return {a.x + b.x, a.y + b.y};
}

constexpr Point operator-(Point a, Point b) {
    return {a.x - b.x, a.y - b.y};
}

/// An upright rectangle in logical pixels; (x, y) is its upper left corner.
struct Box {
    float x = 0;
    float y = 0;
    float width = 0;
    float height = 0;
    bool operator==(const Box&) const = default;

    constexpr float right() const { return x + width; }
    constexpr float bottom() const { return y + height; }
    constexpr Point centre() const { return {x + width / 2, y + height / 2}; }
    constexpr bool empty() const { return !(width > 0 && height > 0); } // true for NaN too
    /// True if the point is in the box. Its left and upper edges belong to it, the other edges to its neighbours.
    constexpr bool contains(Point point) const {
        return point.x >= x && point.x < right() && point.y >= y && point.y < bottom();
    }
    constexpr Box moved(Point by) const { return {x + by.x, y + by.y, width, height}; }
    /// The box with `margin` added on all four sides.
    constexpr Box grown(float margin) const {
        return {x - margin, y - margin, width + 2 * margin, height + 2 * margin};
    }
};

constexpr bool is_drawable(const Box& box) {
    return is_drawable(Point{box.x, box.y}) && is_drawable(Point{box.width, box.height});
}

/// The smallest box that contains both.
constexpr Box united(const Box& a, const Box& b) {
    const float left = std::min(a.x, b.x);
    const float top = std::min(a.y, b.y);
    return {left, top, std::max(a.right(), b.right()) - left, std::max(a.bottom(), b.bottom()) - top};
}

/// The intersection of two boxes; if they do not meet, its width or height is 0.
constexpr Box common(const Box& a, const Box& b) {
    const float left = std::max(a.x, b.x);
    const float top = std::max(a.y, b.y);
    return {left, top, std::max(0.0F, std::min(a.right(), b.right()) - left),
            std::max(0.0F, std::min(a.bottom(), b.bottom()) - top)};
}

} // namespace attn
