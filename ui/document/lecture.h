#pragma once

#include "core/figure/geometry.h"

namespace attn {

/// A lecture enlarges everything until the screen has just this many logical pixels: digits of small type are then as
/// high as a fiftieth of the screen, and can be read from the last row. Most screens are wider.
constexpr Point lecture_area{533, 400};
/// The same where a scene's words stand beside the stage.
constexpr Point scene_area{746, 560};

} // namespace attn
