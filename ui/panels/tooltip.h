#pragma once

#include "ui/scene.h"
#include "ui/ui_context.h"

namespace attn {

/// What is told of the thing that the mouse rests on, or that a key asked about, beside that thing; nothing where
/// there is nothing to tell.
void tooltip_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
