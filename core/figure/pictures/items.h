#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Whether there are several items of the batch that differ in what is in sight.
bool has_several_items(const DrawContext& drawing);

/// The matrix in sight of every item, beside each other, in colours of one range.
void items_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
