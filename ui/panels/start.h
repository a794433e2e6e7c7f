#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The first minute, in the place of bar, pipeline, stage, inspector and tokens.
void start_panel(Scene& scene, const UiContext& ui, const WindowLayout& layout);

} // namespace attn
