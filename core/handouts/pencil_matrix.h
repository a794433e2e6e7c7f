#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/region.h"

#include <set>

namespace attn {

/// The cells of a sheet that are to be filled in by hand.
struct PencilCells {
    const std::set<CellId>& blank;
    bool answered = false; ///< their numbers are shown, as in a key
    bool rounds = false;   ///< numbers that do not fit otherwise get fewer decimals
};

/// A matrix, or a part of it, for working by hand on paper: its numbers have no more decimals than they need, and all
/// cells have one pale ground.
HeatmapOptions pencil_matrix(const DrawContext& drawing, const CellId& first, bool transposed, const Submatrix& part);

/// The axis with the labels of the rows or columns `shown` only.
AxisLabels labels_of(AxisLabels axis, IndexRange shown);

/// The matrix laid out. Cells to be filled in are white, and empty unless they are answered. Numbers that do not fit
/// their cells are missing.
Heatmap lay_out_for_pencil(const HeatmapOptions& options, const PencilCells& cells, const Typesetter& typesetter);

} // namespace attn
