#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <string>

namespace attn {

/// Where the diagram of the layer is drawn, and what is marked in it.
struct PipelineView {
    Box area;            ///< nothing is drawn outside
    float scroll = 0;    ///< how far the diagram is moved up
    Point stretch{1, 1}; ///< distances and pictures, as multiples of those in the window
    float spread = 0;    ///< how much further apart rows stand
    bool marks_step = false;
    std::string hovered; ///< name of the target under the mouse
};

/// The flow from X to Y: every step a small heatmap, heads as stacked sheets, weights on their arrows. Arrays inside of
/// a step are dots beside its shape. Stages are targets "action:step/A", weights "action:show/W_Q".
void pipeline_picture(DisplayList& list, const DrawContext& drawing, const PipelineView& view);

/// The size of the whole diagram.
Point pipeline_size(const DrawContext& drawing, Point stretch = {1, 1}, float spread = 0);

/// How high pictures are, as multiples of the usual height, and how much further apart rows stand.
struct PipelineFit {
    float stretch = 1;
    float spread = 0;
};

/// With which the whole diagram fills a height in the window. As usual where pictures would be too low to be read: then
/// the diagram is scrolled.
PipelineFit pipeline_fit(const DrawContext& drawing, float height);

/// In the window: the row in which a stage stands, or the step that it is inside of.
struct PipelineRow {
    float top = 0;
    float bottom = 0; ///< where the next one begins, but for what they are spread
};
PipelineRow pipeline_row(const DrawContext& drawing, ArrayId stage, const PipelineFit& fit = {});

} // namespace attn
