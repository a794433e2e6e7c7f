#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The manual over the window: its pages at the left, and the one that is read.
void manual_panel(Scene& scene, const UiContext& ui, const Box& window);

/// How far that one can be scrolled.
float longest_manual_scroll(const UiContext& ui, const Box& window);

} // namespace attn
