#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// An empty panel of that size over the dimmed window; a click beside it is "action:close". Returns its place.
Box add_dialog(Scene& scene, const UiContext& ui, const Box& window, Point size);

/// A cross in the dialog's upper right corner that closes it, for those that have no button which does.
void add_close_button(Scene& scene, const UiContext& ui, const Box& dialog);

/// Folders and files that may be chosen for the path that is written; those that are ours in full ink. The marked one
/// stays in sight. The folder's name stands above the area.
void add_file_list(Scene& scene, const UiContext& ui, const Box& area);

/// The dialog that asks for a path, for sizes, about unsaved changes, or about a file to be replaced.
void dialog_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
