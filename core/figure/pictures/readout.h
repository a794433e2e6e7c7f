#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

namespace attn {

/// Fails unless the session gives a meaning to columns of Y, and the layer has a Y.
Result<void> has_readout(const DrawContext& drawing);

/// The input, token by token, and over it the tokens that the output reads out as, with how sure it is: a line for each
/// read-out.
void readout_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
