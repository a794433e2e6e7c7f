#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

constexpr float see_how_height = 84;

/// What is told step by step, above the stage on which it is shown.
void see_how_panel(Scene& scene, const UiContext& ui, const Box& area);

} // namespace attn
