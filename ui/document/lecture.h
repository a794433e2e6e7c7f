#pragma once

#include "core/figure/geometry.h"

namespace attn {

/// A lecture enlarges everything until the screen has just this many logical pixels: the stage is then as wide as in
/// the smallest window, and numbers can be read from the last row.
constexpr Point lecture_area{1024, 576};

} // namespace attn
