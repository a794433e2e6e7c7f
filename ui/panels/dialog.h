#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// An empty panel of that size over the dimmed window; a click beside it is "action:close". Returns its place.
Box add_dialog(Scene& scene, const UiContext& ui, const Box& window, Point size);

/// The dialog that asks for a path, for sizes, about unsaved changes, or about a file to be replaced.
void dialog_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
