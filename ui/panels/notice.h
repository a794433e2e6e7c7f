#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// A line above the tokens, in a lecture at the foot of the stage, that says what went wrong or what else happened,
/// until it is dismissed. Returns what is left of the stage above it.
Box notice_panel(Scene& scene, const UiContext& ui, const WindowLayout& layout);

} // namespace attn
