#pragma once

#include "core/figure/geometry.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace attn {

/// A triangle, as three indices of a polygon's corners.
using Triangle = std::array<std::size_t, 3>;

/// The area of the polygon; positive if its corners are clockwise on a screen, whose y grows downwards.
float signed_area(std::span<const Point> polygon);

/// Triangles that cover the polygon without overlap. The polygon may be concave and have either direction, but no
/// holes, and its edges must not cross. Degenerate corners give no triangle. (Ear clipping: Meisters 1975)
std::vector<Triangle> triangles_of(std::span<const Point> polygon);

} // namespace attn
