#pragma once

#include "ui/actions.h"
#include "ui/scene.h"
#include "ui/ui_context.h"

namespace attn {

/// The dialog that offers work of windows that ended without being asked.
void left_work_panel(Scene& scene, const UiContext& ui, const Box& window);

/// Its keys: arrows and Tab between the buttons, Enter, O and D.
void walk_left_work(const CommandContext& command);

} // namespace attn
