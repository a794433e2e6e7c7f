#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// What the mouse and all keys do, over the window.
void keys_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
