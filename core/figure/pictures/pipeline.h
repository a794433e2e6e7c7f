#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>

namespace attn {

/// The place of the layer's diagram in the window, and its marks.
struct PipelineView {
    Box area;         ///< the diagram is clipped to it
    float scroll = 0; ///< distance by which the diagram is scrolled down
    bool marks_step = false;
    std::string hovered; ///< name of the target under the mouse
};

/// Draws the flow from X to Y, downwards: each step as a small heatmap, heads as stacked sheets, weights on the arrows.
/// Arrays inside a step are named to its left, or are dots beside its shape if there is no room. Stages are targets
/// "action:step/A", weights "action:show/W_Q". The diagram fills the area's height; if its pictures would be too low to
/// be read, it has its usual height and is scrolled.
void pipeline_picture(DisplayList& list, const DrawContext& drawing, const PipelineView& view);

/// The size of the whole diagram in an area of height `height`.
Point pipeline_size(const DrawContext& drawing, float height = 0);

/// The vertical extent of the row of a stage, or of the step that it is inside of.
struct PipelineRow {
    float top = 0;
    float bottom = 0; ///< y at which the next row begins
};
PipelineRow pipeline_row(const DrawContext& drawing, ArrayId stage, float height = 0);

/// Draws the diagram on a page, from left to right; or downwards if the page is higher than wide, or if there is no
/// room for pictures side by side. `fills`: as wide as the page; otherwise as wide as it needs.
void pipeline_on_paper(DisplayList& list, const DrawContext& drawing, float width, std::optional<float> height,
                       bool fills);

} // namespace attn
