#pragma once

#include "core/figure/display_list.h"
#include "core/figure/geometry.h"

#include <utility>
#include <vector>

namespace attn {

/// Logical pixels from one line of the hatching to the next, measured along an edge.
constexpr float hatch_step = 10;
constexpr float hatch_width = 1;

/// The lines that hatch a box, from lower left to upper right, cut at its edges. They belong to one grid for the
/// whole figure, so that the hatching of neighbours joins.
std::vector<std::pair<Point, Point>> hatch_lines(const Box& box);

/// Whether cells are hatched, as those are that nobody reads; of matrices whose cells can be told apart.
bool has_hatched_cells(const DisplayList& list);

} // namespace attn
