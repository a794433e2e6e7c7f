#pragma once

#include "core/figure/geometry.h"
#include "ui/layout.h"
#include "ui/scene.h"
#include "ui/ui_context.h"

namespace attn {

/// A line above the tokens, in a lecture beside them, that says what went wrong or what else happened, until it is
/// dismissed. Returns what is left of the stage above it.
Box notice_panel(Scene& scene, const UiContext& ui, const WindowLayout& layout);

} // namespace attn
