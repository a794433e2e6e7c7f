#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Whether the stage joins the heads' outputs, and they are there.
bool shows_joined(const DrawContext& drawing);

/// The heads' outputs apart, each in its colour, and joined, with lines from where each comes to where it goes. While
/// it is computed, they slide together.
void joined_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
