#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// Walks by keys through everything that can be pressed: F6 goes from panel to panel, then Tab and the arrows from
/// button to button; Enter or Space presses, Esc lets go. In dialogs Tab begins without F6. Returns true if a key did
/// any of that.
bool walk_focus(const CommandContext& command, const Scene& scene, const WindowLayout& layout);

/// Draws a frame around the target that the keyboard is at.
void add_focus(Scene& scene, const UiContext& ui);

} // namespace attn
