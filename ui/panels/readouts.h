#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The dialog in which columns of Y are given a meaning: name, columns and labels of each read-out.
void readouts_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
