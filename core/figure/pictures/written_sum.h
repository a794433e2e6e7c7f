#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// The products that make a cell, one below the other in the order of computing, and their sum; in the box, from its
/// upper right corner. What does not fit is summed in one line.
void add_written_sum(DisplayList& list, const DrawContext& drawing, const CellId& cell, const Box& box);

} // namespace attn
