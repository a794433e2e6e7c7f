#pragma once

#include "core/figure/axis.h"
#include "core/figure/pictures/subject.h"

namespace attn {

/// How far labels and title reach beneath, or above, cells `step` pixels wide: further where they are turned.
float label_reach(const Subject& subject, const AxisLabels& axis, float step);

} // namespace attn
