#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// What a check found, over the window: the first stage that differs (or the one chosen in the list), the numbers of
/// the answer and of the layer on one scale, their difference, the likely slip, and a verdict for every stage.
void comparison_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
