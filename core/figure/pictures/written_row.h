#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// How much of the height a written row takes beneath a picture in the area; 0 where there is nothing to write: only
/// words and places are added up row by row.
float written_row_height(const DrawContext& drawing, const Box& area);

/// The selected token's row, written out as an addition: its word, its place, and what both make; and what tells equal
/// words apart.
void add_written_row(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
