#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/heatmap_cells.h"

namespace attn {

/// Adds labels and titles of rows and columns, name and shape of the matrix, and colour bars.
void add_surroundings(Heatmap& heatmap, const HeatmapOptions& options, const CellBlock& seen,
                      const Typesetter& typesetter);

/// The colour bars beside cells of this height: that of the values, and beneath it the second bar or the room for it.
/// The first begins at y = 0. Both together are no higher than `room`.
DisplayList lay_out_bars(const HeatmapOptions& options, float height, float room = farthest_place);
/// The y at which the bars begin, below the top of cells of this height: the bars are centred beside the cells.
float top_of_bars(const HeatmapOptions& options, float height);

} // namespace attn
