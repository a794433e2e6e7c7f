#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The dialog in which a notation is chosen, or a file with one opened; beside the names all formulas of the chosen
/// one, with the numbers of this layer.
void notation_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
