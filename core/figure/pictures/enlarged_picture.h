#pragma once

#include "core/figure/pictures/picture.h"

namespace attn {

/// Draws the picture so that it fills its area: in a large window all of it grows, type too, as long as that costs no
/// word and no number that it would have otherwise. In a lecture its type is `on_wall` times as large as usual, and
/// smaller where words would have no room. Returns where controls that belong to it may stand.
Box draw_enlarged(DisplayList& list, const DrawContext& drawing, const Picture& picture, const Box& area,
                  float on_wall = 1);

} // namespace attn
