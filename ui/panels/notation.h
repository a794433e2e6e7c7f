#pragma once

#include "ui/scene.h"
#include "ui/ui_context.h"

namespace attn {

/// The dialog in which a notation is chosen, or a file with one opened; beside the names all formulas of the chosen
/// one, with the numbers of this layer.
void notation_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
