#pragma once

#include "core/figure/geometry.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace attn {

/// Three corners of a polygon, by their places in it.
using Triangle = std::array<std::size_t, 3>;

/// The area that the polygon encloses; positive where it turns clockwise on a screen, whose y grows downwards.
float signed_area(std::span<const Point> polygon);

/// Triangles that cover a polygon once. It may be concave and turn either way; it has no holes, and its edges do not
/// cross. Corners that enclose nothing give no triangle. (Ear clipping: Meisters 1975)
std::vector<Triangle> triangles_of(std::span<const Point> polygon);

} // namespace attn
