#pragma once

#include "ui/document/workspace.h"

#include <optional>

namespace attn {

/// Begins a lecture: full screen, everything larger, no bar, and a notice that tells the keys.
void begin_lecture(Workspace& workspace);
void end_lecture(Workspace& workspace);

/// Makes words larger by so many steps (smaller if negative); the picture stays whole.
void step_lecture_text(Workspace& workspace, int steps);
/// Restores the size of words with which lectures begin, and the whole picture.
void restore_lecture(Workspace& workspace);

/// The logical pixels that a lecture is enlarged to; `nullopt` outside of a lecture.
std::optional<Point> room_of_lecture(const Workspace& workspace);

/// The scale at which a dialog is drawn. In a lecture, dialogs for the audience have the lecture's type; others have as
/// much room as in a window.
float dialog_scale(const Workspace& workspace);
/// The window in the pixels in which a dialog is laid out.
Box window_of_dialog(const Workspace& workspace);

} // namespace attn
