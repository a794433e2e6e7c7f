#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

namespace attn {

/// Whether the session says what columns of Y mean, and there is a Y.
Result<void> has_readout(const DrawContext& drawing);

/// What goes in, token by token, and over it what the output says, with how sure: a line of them for each read-out.
void readout_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
