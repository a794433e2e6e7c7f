#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/heatmap_cells.h"

namespace attn {

/// Adds what stands around the cells: the words and titles of rows and columns, the matrix' name and shape, the bars of
/// its colours.
void add_surroundings(Heatmap& heatmap, const HeatmapOptions& options, const CellBlock& seen,
                      const Typesetter& typesetter);

/// The bars of a matrix' colours that stand beside cells so high: of its values, and beneath it of what else lies over
/// them, or would. The first begins at 0. All of it is no higher than the room.
DisplayList lay_out_bars(const HeatmapOptions& options, float height, float room = farthest_place);
/// The place where the bars begin, beneath the top of these cells: in their middle.
float top_of_bars(const HeatmapOptions& options, float height);

} // namespace attn
