#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The dialog that asks what nothing says of a layer that is to be opened: heads, mask, rotary positions, the norm
/// before it, and what enters it.
void layer_questions_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
