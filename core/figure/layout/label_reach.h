#pragma once

#include "core/figure/axis.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// How far labels and title reach beneath, or above, cells `step` pixels wide: further where they are turned.
float label_reach(const DrawContext& drawing, const AxisLabels& axis, float step);

/// Whether rows, or columns, of that size are all named.
bool has_all_words(const DrawContext& drawing, const AxisLabels& axis, AxisSide side, float step);

} // namespace attn
