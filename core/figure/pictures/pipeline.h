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
    bool marks_step = false;
    std::string hovered; ///< name of the target under the mouse
};

/// The flow from X to Y: every step a small heatmap, heads as stacked sheets, weights on their arrows. Arrays inside of
/// a step are dots beside its shape. Stages are targets "action:step/A", weights "action:show/W_Q".
void pipeline_picture(DisplayList& list, const DrawContext& drawing, const PipelineView& view);

/// The size of the whole diagram.
Point pipeline_size(const DrawContext& drawing, Point stretch = {1, 1});

/// By how much pictures are to be lower in the window for the whole diagram to fit into that height. 1 where it does
/// anyway, and where they would be too low to be read: then the diagram is scrolled.
float pipeline_stretch_for(const DrawContext& drawing, float height);

/// In the window: the upper end of the row in which a stage stands, or the step that it is inside of; and the distance
/// to the next row.
float pipeline_row_top(const DrawContext& drawing, ArrayId stage, float stretch = 1);
float pipeline_row_height(float stretch = 1);

} // namespace attn
