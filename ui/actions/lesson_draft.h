#pragma once

#include "ui/actions/actions.h"

namespace attn {

// A new lesson from what is done in the window: it begins with the present session, steps are noted, it is saved.

void begin_draft(const CommandContext& command);
/// A task whose solution is what was changed since the last step; where nothing was, a look at what is selected.
void note_draft_step(const CommandContext& command);
void end_draft(Workspace& workspace);

} // namespace attn
