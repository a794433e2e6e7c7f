#pragma once

#include "core/figure/display_list.h"
#include "core/figure/geometry.h"

#include <utility>
#include <vector>

namespace attn {

/// The distance between lines of the hatching, measured along an edge (logical pixels).
constexpr float hatch_step = 10;
constexpr float hatch_width = 1;

/// The lines that hatch a rectangle, cut at its edges: rising from lower left to upper right, or falling. They belong
/// to one grid for the whole figure, so that the hatching of neighbours joins. A small rectangle whose lines fall has
/// its diagonal alone, or many would have none.
std::vector<std::pair<Point, Point>> hatch_lines(const Rectangle& rectangle);

/// Hatches a negative number in greys, which tell no sign: falling, in a grey that is seen on the rectangle's `ground`.
void hatch_as_negative(Rectangle& rectangle, Colour ground);

/// True if the picture has cells hatched as masked that are large enough to be told apart.
bool has_hatched_cells(const DisplayList& list);

} // namespace attn
