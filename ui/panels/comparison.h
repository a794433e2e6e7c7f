#pragma once

#include "ui/scene.h"
#include "ui/ui_context.h"

namespace attn {

/// What a check found, over the window: the first stage that differs (or the one chosen in the list), the numbers of
/// the answer and of the layer on one scale, their difference, the likely slip, and a verdict for every stage.
void comparison_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
