#pragma once

#include "ui/scene.h"
#include "ui/ui_context.h"

namespace attn {

/// How far the work has come that takes its time, with a button that gives it up, at the bottom of `area`.
void progress_panel(Scene& scene, const UiContext& ui, const Box& area);

} // namespace attn
