#pragma once

#include "ui/scene.h"
#include "ui/ui_context.h"

namespace attn {

/// The dialog that lists the layers of a checkpoint, to choose one from: "action:layer/3", by the number that it has in
/// its model.
void layers_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
