#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// How far the work has come that takes its time, with a button that gives it up, at the bottom of `area`.
void progress_panel(Scene& scene, const UiContext& ui, const Box& area);

} // namespace attn
