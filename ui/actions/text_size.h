#pragma once

#include "ui/actions/actions.h"

namespace attn {

/// The size that the window must have room for, in logical pixels; larger if an open dialog needs the whole window.
Point least_area(const Workspace& workspace);

/// Make all of the window larger or smaller by a step, as far as there is room. In a lecture only the words around the
/// picture, which stays whole.
void enlarge_text(const CommandContext& command);
void reduce_text(const CommandContext& command);
/// Restores the desktop's size, or in a lecture the size with which it began.
void restore_text(const CommandContext& command);

} // namespace attn
