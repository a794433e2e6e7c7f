#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Whether the shares are softmax of the masked scores, none of them pinned or given.
bool shows_wrong_axis(const DrawContext& drawing);

/// Softmax over the keys, as it is, beside softmax over the queries: what each row and each column sums to, and what
/// goes wrong.
void wrong_axis_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
