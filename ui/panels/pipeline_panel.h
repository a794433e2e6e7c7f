#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The flow from E and P to Y as small matrices, with weights on its arrows. A click shows a stage or a weight.
void pipeline_panel(Scene& scene, const UiContext& ui, const Box& area);

/// Each returns a scroll position in logical pixels: the largest, and the one at which the shown array is visible.
float longest_pipeline_scroll(const UiContext& ui, const Box& panel);
float pipeline_scroll_to_step(const UiContext& ui, const Box& panel);

} // namespace attn
