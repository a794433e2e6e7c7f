#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

namespace attn {

/// Fails unless the layer has a Y and the session gives its columns a meaning.
Result<void> has_readout(const DrawContext& drawing);

/// Draws the input tokens, and above them the tokens that the output is read as, with their probability: one line for
/// each read-out.
void readout_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
