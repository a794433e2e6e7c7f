#pragma once

#include "ui/scene.h"
#include "ui/ui_context.h"

namespace attn {

/// What the mouse and all keys do, over the window.
void keys_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
