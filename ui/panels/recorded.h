#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// Asks what is to become of a file of stages: they are checked against this layer, or opened as a session.
void recorded_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
