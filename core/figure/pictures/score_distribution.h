#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Whether the stage is that of the scaled scores, and they were scaled.
bool shows_spread(const DrawContext& drawing);

/// What scaling does: the scores before and after on one scale of colours, and beneath them how far they lie apart,
/// both on one axis.
void spread_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
