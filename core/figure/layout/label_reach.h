#pragma once

#include "core/figure/axis.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// The distance that labels and title reach beneath, or above, cells `step` pixels wide; turned labels reach further.
float label_reach(const DrawContext& drawing, const AxisLabels& axis, float step);

/// True if every row, or column, gets its label where they are `step` pixels apart.
bool has_all_words(const DrawContext& drawing, const AxisLabels& axis, AxisSide side, float step);

} // namespace attn
