#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/region.h"

#include <set>

namespace attn {

/// Which cells of a sheet are for the pencil.
struct PencilCells {
    const std::set<CellId>& blank;
    bool answered = false; ///< their numbers stand there, as in a key
    bool rounds = false;   ///< numbers that have no room otherwise have fewer decimals
};

/// A matrix for print, or a part of it, to be worked on by hand: numbers as short as they are, all on one pale ground.
HeatmapOptions pencil_matrix(const DrawContext& drawing, const CellId& first, bool transposed, const Submatrix& part);

/// The labels of some of an axis' rows or columns.
AxisLabels labels_of(AxisLabels axis, IndexRange shown);

/// Lays it out; cells for the pencil are white, and empty where they are not answered. The list lacks numbers where
/// they have no room in its cells.
Heatmap lay_out_for_pencil(const HeatmapOptions& options, const PencilCells& cells, const Typesetter& typesetter);

} // namespace attn
