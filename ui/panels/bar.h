#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/panels/controls.h"
#include "ui/toolkit/scene.h"

#include <string>
#include <vector>

namespace attn {

/// The bar at the top: the session, the layer's options, the view, files. Buttons without room go into the menu "more".
void bar_panel(Scene& scene, const UiContext& ui, const Box& area);

/// Returns the buttons that have no room in a bar of the given width.
std::vector<Segment> overflowing(const UiContext& ui, float width);

} // namespace attn
