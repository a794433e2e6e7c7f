#pragma once

#include "core/figure/pictures/picture.h"

namespace attn {

/// Draws the picture so that it fills its area: in a large window all of it grows, type too, as long as that costs no
/// word and no number that it would have otherwise; in a lecture it shrinks beside what explains a cell. Returns where
/// controls that belong to it may stand.
Box draw_enlarged(DisplayList& list, const DrawContext& drawing, const Picture& picture, const Box& area);

} // namespace attn
