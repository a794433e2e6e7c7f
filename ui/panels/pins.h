#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// All pins, over the window: the cell, its value, the value that it replaces. A click goes there, × removes it.
void pins_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
