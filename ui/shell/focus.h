#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// Walks through everything that can be pressed, without the mouse: F6 goes from panel to panel, then Tab and the
/// arrows from button to button, Enter or Space presses, Esc lets go. In dialogs Tab begins by itself. Whether a key
/// meant that.
bool walk_focus(const CommandContext& command, const Scene& scene);

/// Shows where the keyboard is.
void add_focus(Scene& scene, const UiContext& ui);

} // namespace attn
