#pragma once

#include "core/figure/axis.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// The distance from the cells to the end of labels and title beneath or above them, if cells are `step` pixels wide;
/// rotated labels reach further.
float label_reach(const DrawContext& drawing, const AxisLabels& axis, float step);

/// True if all rows, or columns, show their labels if they are `step` pixels apart.
bool has_all_words(const DrawContext& drawing, const AxisLabels& axis, AxisSide side, float step);

} // namespace attn
