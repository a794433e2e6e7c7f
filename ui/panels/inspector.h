#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The selected number: its value, its formula, the terms it is made of, what it becomes, and what to do with it.
void inspector_panel(Scene& scene, const UiContext& ui, const Box& area);

/// How far it can be scrolled.
float longest_inspector_scroll(const UiContext& ui, const Box& area);

} // namespace attn
