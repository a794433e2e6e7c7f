#pragma once

#include "core/figure/geometry.h"
#include "ui/actions/actions.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// All pins, over the window: the cell, its value, the value that it replaces. A click goes there, × removes it.
void pins_panel(Scene& scene, const UiContext& ui, const Box& window);

/// Marks the pin so many places further in the list; stays at the ends.
void mark_pin(const UiContext& ui, Workspace& workspace, Index by);

/// Shows the marked pin's cell, or removes it.
void go_to_marked_pin(const CommandContext& command);
void remove_marked_pin(const CommandContext& command);

} // namespace attn
