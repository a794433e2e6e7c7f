#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The chip that follows the mouse while a token is dragged, and a mark where it will land.
void dragged_token_panel(Scene& scene, const UiContext& ui);

} // namespace attn
