#pragma once

#include "ui/document/workspace.h"

#include <optional>

namespace attn {

/// Full screen, everything larger, the bar away; and a line that tells the keys.
void begin_lecture(Workspace& workspace);
void end_lecture(Workspace& workspace);

/// Words larger by so many steps, or smaller; the picture stays whole.
void step_lecture_text(Workspace& workspace, int steps);
/// Words as lectures begin, and the whole picture.
void restore_lecture(Workspace& workspace);

/// In a lecture, the logical pixels that everything is enlarged to: none outside of one.
std::optional<Point> room_of_lecture(const Workspace& workspace);

/// How large a dialog is drawn. In a lecture those that an audience reads have the lecture's type, and others the room
/// that they have in a window.
float dialog_scale(const Workspace& workspace);
/// The window in the pixels that a dialog is laid out in.
Box window_of_dialog(const Workspace& workspace);

} // namespace attn
