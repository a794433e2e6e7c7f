#include "core/figure/pictures/label_reach.h"

#include <algorithm>

namespace attn {

float label_reach(const DrawContext& drawing, const AxisLabels& axis, float step) {
    const auto count = static_cast<Index>(axis.labels.size());
    float reach = 0;
    lay_out_axis(axis, AxisSide::below, {count, std::max(step, 0.01F), 0, count}, 0, drawing.theme(),
                 drawing.typesetter, &reach);
    return reach;
}

} // namespace attn
