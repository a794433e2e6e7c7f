#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// What is told of the thing that the mouse rests on, or that a key asked about, beside that thing; nothing where
/// there is nothing to tell.
void tooltip_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
