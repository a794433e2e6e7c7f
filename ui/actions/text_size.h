#pragma once

#include "ui/actions/actions.h"

namespace attn {

/// All of the window larger or smaller by a step, as far as it has room.
void enlarge_text(const CommandContext& command);
void reduce_text(const CommandContext& command);
/// As the desktop has it.
void restore_text(const CommandContext& command);

bool can_reduce_text(const UiContext& ui);

} // namespace attn
