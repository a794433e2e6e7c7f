#pragma once

#include "ui/actions/actions.h"

namespace attn {

/// What the window must have room for: a stage, whose panels may be folded, or what cannot be folded.
Point least_area(const Workspace& workspace);

/// All of the window larger or smaller by a step, as far as it has room. In a lecture the words around the picture,
/// which stays whole.
void enlarge_text(const CommandContext& command);
void reduce_text(const CommandContext& command);
/// As the desktop has it, or as lectures begin.
void restore_text(const CommandContext& command);

} // namespace attn
