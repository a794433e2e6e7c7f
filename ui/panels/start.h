#pragma once

#include "ui/layout.h"
#include "ui/scene.h"
#include "ui/ui_context.h"

namespace attn {

/// The first minute, in the place of bar, pipeline, stage, inspector and tokens.
void start_panel(Scene& scene, const UiContext& ui, const WindowLayout& layout);

} // namespace attn
