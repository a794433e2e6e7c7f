#pragma once

#include "core/figure/geometry.h"
#include "ui/document/workspace.h"

namespace attn {

/// A lecture enlarges everything until the screen has just this many logical pixels: the stage is then as wide as in
/// the smallest window, and numbers can be read from the last row.
constexpr Point lecture_area{1024, 576};

/// Full screen, everything larger, the bar away; and a line that tells the keys.
void begin_lecture(Workspace& workspace);
void end_lecture(Workspace& workspace);

} // namespace attn
