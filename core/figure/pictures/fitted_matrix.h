#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// How large the cells of a matrix may be, and what all of it may take.
struct MatrixRoom {
    float width = 0;
    float height = 0;
    float least_cell = 0; ///< wins over the room
    float largest_cell = 44;
};

/// The options with cells as large as the room allows when labels, name and colour bar have taken their part: square
/// where cells can be told apart, else stretched.
HeatmapOptions fitted(HeatmapOptions options, const MatrixRoom& room, const Typesetter& typesetter);

} // namespace attn
