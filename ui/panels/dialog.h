#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// An empty panel of that size over the dimmed window; a click beside it is "action:close". Returns its place.
Box add_dialog(Scene& scene, const UiContext& ui, const Box& window, Point size);

/// A cross in the dialog's upper right corner that closes it, for those that have no button which does.
void add_close_button(Scene& scene, const UiContext& ui, const Box& dialog);

/// The list of files over a dialog that has no room of its own for it: above the field of its path, while it is in
/// sight.
void add_file_list_above(Scene& scene, const UiContext& ui, const Box& field);

/// The dialog that asks for a path, for sizes, about unsaved changes, or about a file to be replaced.
void dialog_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
