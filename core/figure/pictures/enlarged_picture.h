#pragma once

#include "core/figure/pictures/picture.h"

namespace attn {

/// Draws the picture so that it fills its area. In a large window all of it is enlarged, type too, unless words or
/// numbers would then be lost. In a lecture type is `on_wall` times as large as usual, or less if words have no room.
/// Returns the place for controls that belong to the picture.
Box draw_enlarged(DisplayList& list, const DrawContext& drawing, const Picture& picture, const Box& area,
                  float on_wall = 1);

} // namespace attn
