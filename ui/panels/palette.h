#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The search for actions by name, over the window.
void palette_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
