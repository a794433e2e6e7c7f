#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The flow from E and P to Y, every matrix in small, weights on its arrows. A click shows the stage or the weight.
void pipeline_panel(Scene& scene, const UiContext& ui, const Box& area);

/// How far the panel can be scrolled, and how far it must be for the present step to be seen.
float longest_pipeline_scroll(const UiContext& ui, const Box& panel);
float pipeline_scroll_to_step(const UiContext& ui, const Box& panel);

} // namespace attn
