#pragma once

#include "core/figure/display_list.h"
#include "core/figure/geometry.h"

#include <utility>
#include <vector>

namespace attn {

/// The distance between hatch lines, measured along a horizontal edge (logical pixels).
constexpr float hatch_step = 10;
constexpr float hatch_width = 1;

/// The lines that hatch a rectangle, cut at its edges. Depending on `hatch_falls` they rise or fall to the right. The
/// whole figure has one grid of lines, so that the hatching of neighbours joins. A small rectangle with falling lines
/// gets its diagonal instead, since most would contain no line of the grid.
std::vector<std::pair<Point, Point>> hatch_lines(const Rectangle& rectangle);

/// Hatches a rectangle with falling lines, for a negative number in a grey palette. The lines are visible on the grey
/// `ground`.
void hatch_as_negative(Rectangle& rectangle, Colour ground);

/// True if the picture has cells hatched as masked that are large enough to be told apart.
bool has_hatched_cells(const DisplayList& list);

} // namespace attn
