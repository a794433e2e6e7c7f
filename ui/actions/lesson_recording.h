#pragma once

#include "ui/actions/actions.h"

namespace attn {

// A new lesson from what is done in the window. While it is recorded each edit becomes a step whose solution does it,
// and each selected cell is pointed at; a step may also be noted by hand.

/// From the present session on.
void begin_recording(const CommandContext& command);
/// Stops, or goes on from what is so by then: what was done meanwhile belongs to no step.
void pause_recording(const CommandContext& command);
/// The steps are forgotten, and what was changed stays.
void give_up_recording(const CommandContext& command);
/// A task whose solution is what was changed since the last step; where nothing was, a look at what is selected.
void note_step(const CommandContext& command);
/// After whatever the author did: the session is as it will be for now, and no mouse drags anything.
void follow_recording(const UiContext& ui, Workspace& workspace);
/// Cells that were selected, and no edit followed, become a look at them.
void note_selected(const UiContext& ui, Workspace& workspace);

} // namespace attn
