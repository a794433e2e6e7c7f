#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Whether the stage is a head's output, and what it is mixed from is there.
bool shows_values(const DrawContext& drawing);

/// How one row of a head's output is mixed: the selected query's shares, each row of V as strong as its share, and
/// beneath them their sum. While it is computed, the rows come one after the other, the largest share first.
void values_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
