#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// All that becomes of one token, its heads beside each other: what it is, looks for, finds and takes home, and what
/// the heads make of it together. From every stage whose rows are tokens of the sequence that reads.
bool shows_token(const DrawContext& drawing);
void token_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
