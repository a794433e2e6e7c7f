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

/// The flow from E and P to Y: every matrix a small heatmap, heads as stacked sheets, weights on their arrows. Stages
/// are targets "action:step/A", weights "action:show/W_Q".
void pipeline_picture(DisplayList& list, const DrawContext& drawing, const PipelineView& view);

/// The size of the whole diagram in the window, and on paper.
Point pipeline_size(const Trace& trace, Point stretch = {1, 1});
Point pipeline_size_on_paper(const DrawContext& drawing, Point stretch);

/// By how much pictures are to be lower in the window for the whole diagram to fit into that height. 1 where it does
/// anyway, and where they would be too low to be read: then the diagram is scrolled.
float pipeline_stretch_for(const Trace& trace, float height);

/// In the window: the upper end of the row in which a stage stands, and the distance to the next row.
float pipeline_row_top(const Trace& trace, ArrayId stage, float stretch = 1);
float pipeline_row_height(float stretch = 1);

} // namespace attn
