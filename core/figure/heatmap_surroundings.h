#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/heatmap_cells.h"

namespace attn {

/// Adds what stands around the cells: the words and titles of rows and columns, the matrix' name and shape, the bars of
/// its colours.
void add_surroundings(Heatmap& heatmap, const HeatmapOptions& options, const CellBlock& seen,
                      const Typesetter& typesetter);

} // namespace attn
