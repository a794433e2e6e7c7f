#pragma once

#include "ui/scene.h"
#include "ui/ui_context.h"

namespace attn {

/// The tour's card beside what it points at, over all else; or its offer, which waits in the corner.
void tour_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
