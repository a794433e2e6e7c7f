#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The inspector of the selected number: its value, formula, terms, dependents, and controls that change it.
void inspector_panel(Scene& scene, const UiContext& ui, const Box& area);

/// The largest scroll position of the inspector, in logical pixels.
float longest_inspector_scroll(const UiContext& ui, const Box& area);

} // namespace attn
