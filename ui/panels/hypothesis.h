#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// What may be said of the selected head, beside the heads: a field, the hypotheses that it completes, what the present
/// one explains, and, when asked, the one that fits best.
void hypothesis_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
