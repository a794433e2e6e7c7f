#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Whether the array has several heads to put side by side.
bool has_several_heads(const DrawContext& drawing);

/// Whether it is the output of several heads, whose parts can be put side by side.
bool shows_parts(const DrawContext& drawing);

/// All heads of the array, or of the parts of the output, side by side on one scale, with one colour bar, each in its
/// own quiet edge colour.
void heads_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The same with each head's difference from the selected one, which is shown as it is.
void head_differences_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
