#pragma once

#include "ui/panels/controls.h"

#include <string>
#include <vector>

namespace attn {

/// True if the session's task is shown: until the user closes it, or until it is done and another array is shown.
bool has_task(const UiContext& ui);
/// The session's task; once goals are done, the last one done and the next task.
Prose task_line(const UiContext& ui);

/// Returns a suggestion for the shown array; for an array that was given and not computed, a sentence that says so.
Prose stage_hint(const UiContext& ui);

/// Returns the buttons for what the suggestion says; empty if no button could do that.
std::vector<Segment> controls_of_hint(const UiContext& ui);

} // namespace attn
