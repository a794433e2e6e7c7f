#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Whether the stage is the output or one head's part of it, and there is something to add up.
bool shows_sum(const DrawContext& drawing);

/// The output as a sum: for each head a line O W_O = part, so that the heads' rows of W_O stand below each other as
/// its blocks, each in its head's colour; beneath a rule the sum of the parts. Where tokens are columns a line is
/// the transposed product. In the window it also says how far the same as one product, C W_O, comes out apart.
void sum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// The same of as many heads as have room in an area that is limited, from those that the head in sight is among.
void sum_picture(DisplayList& list, const DrawContext& drawing, const Box& area, bool is_limited);

} // namespace attn
