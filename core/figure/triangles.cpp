#include "core/figure/triangles.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace attn {

namespace {

/// Twice the area of a triangle; the sign is that of signed_area().
float turn(Point a, Point b, Point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool is_within(Point point, Point a, Point b, Point c) {
    const bool left = turn(a, b, point) > 0;
    return left == (turn(b, c, point) > 0) && left == (turn(c, a, point) > 0);
}

/// Cuts triangles off a polygon until nothing is left.
class Clipping {
public:
    explicit Clipping(std::span<const Point> polygon)
        : polygon_(polygon), left_(polygon.size()), side_(signed_area(polygon) < 0 ? -1.0F : 1.0F) {
        std::iota(left_.begin(), left_.end(), std::size_t{0});
    }

    std::vector<Triangle> all() {
        std::vector<Triangle> triangles;
        triangles.reserve(left_.size());
        while (left_.size() >= 3) {
            const std::size_t place = next_place();
            const Triangle triangle = around(place);
            if (turn_of(triangle) != 0)
                triangles.push_back(triangle);
            left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(place));
        }
        return triangles;
    }

private:
    Triangle around(std::size_t place) const {
        const std::size_t count = left_.size();
        return {left_[(place + count - 1) % count], left_[place], left_[(place + 1) % count]};
    }

    float turn_of(const Triangle& corners) const {
        return side_ * turn(polygon_[corners[0]], polygon_[corners[1]], polygon_[corners[2]]);
    }

    bool is_ear(const Triangle& corners) const {
        return turn_of(corners) > 0 && std::ranges::none_of(left_, [&](std::size_t other) {
                   return std::ranges::find(corners, other) == corners.end() &&
                          is_within(polygon_[other], polygon_[corners[0]], polygon_[corners[1]], polygon_[corners[2]]);
               });
    }

    /// The index of the first ear; if there is none because of rounding, that of the flattest corner.
    std::size_t next_place() const {
        std::size_t flattest = 0;
        for (std::size_t place = 0; place < left_.size(); ++place) {
            const Triangle corners = around(place);
            if (is_ear(corners))
                return place;
            if (std::abs(turn_of(corners)) < std::abs(turn_of(around(flattest))))
                flattest = place;
        }
        return flattest;
    }

    std::span<const Point> polygon_;
    std::vector<std::size_t> left_; // corners that are not cut off yet
    float side_;                    // sign of the polygon's area
};

} // namespace

float signed_area(std::span<const Point> polygon) {
    float twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point& from = polygon[i];
        const Point& to = polygon[(i + 1) % polygon.size()];
        twice += from.x * to.y - from.y * to.x;
    }
    return twice / 2;
}

std::vector<Triangle> triangles_of(std::span<const Point> polygon) {
    return polygon.size() < 3 ? std::vector<Triangle>{} : Clipping(polygon).all();
}

} // namespace attn
