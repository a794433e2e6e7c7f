#include "core/figure/layout/label_reach.h"

#include <algorithm>

namespace attn {

namespace {

DisplayList laid_out(const DrawContext& drawing, const AxisLabels& axis, AxisSide side, float step, float* reach) {
    const auto count = static_cast<Index>(axis.labels.size());
    return lay_out_axis(axis, side, {count, std::max(step, 0.01F), 0, count}, 0, drawing.theme(), drawing.typesetter,
                        reach);
}

} // namespace

float label_reach(const DrawContext& drawing, const AxisLabels& axis, float step) {
    float reach = 0;
    laid_out(drawing, axis, AxisSide::below, step, &reach);
    return reach;
}

bool has_all_words(const DrawContext& drawing, const AxisLabels& axis, AxisSide side, float step) {
    return !laid_out(drawing, axis, side, step, nullptr).lacks_words;
}

} // namespace attn
