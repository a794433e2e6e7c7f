#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The layers and the tensors of a checkpoint, of which those are listed that have the letters that are typed.
void layers_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
