#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>

namespace attn {

/// The place of the layer's diagram in the window, and its marks.
struct PipelineView {
    Box area;         ///< nothing is drawn outside
    float scroll = 0; ///< how far the diagram is moved up
    bool marks_step = false;
    std::string hovered; ///< name of the target under the mouse
};

/// The flow from X to Y, down: every step a small heatmap, heads as stacked sheets, weights on their arrows. Arrays
/// inside of a step are named at its left, or are dots beside its shape where there is no room. Stages are targets
/// "action:step/A", weights "action:show/W_Q". It fills the area's height; where pictures would then be too low to be
/// read, it is as high as usual and is scrolled.
void pipeline_picture(DisplayList& list, const DrawContext& drawing, const PipelineView& view);

/// The size of the whole diagram in an area of that height.
Point pipeline_size(const DrawContext& drawing, float height = 0);

/// The row in which a stage stands, or the step that it is inside of.
struct PipelineRow {
    float top = 0;
    float bottom = 0; ///< where the next one begins, but for what they are spread
};
PipelineRow pipeline_row(const DrawContext& drawing, ArrayId stage, float height = 0);

/// The diagram on a page: across it, unless the page is higher than wide, or pictures have no room beside each other,
/// as in a narrow column. `fills`: as wide as the page; else as wide as it likes to be.
void pipeline_on_paper(DisplayList& list, const DrawContext& drawing, float width, std::optional<float> height,
                       bool fills);

} // namespace attn
