#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Attention as lines from those who read, on the left, to those who are read, on the right: as wide as the share.
/// The selected row is drawn in full, with its shares beside the keys; the others recede.
void lines_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
