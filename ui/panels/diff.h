#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// Every array in the order of computing, over the window: how many of its cells moved and how far, and plainly those
/// that did not move at all. A click goes to the cell that moved most and shows the change.
void moved_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
