#pragma once

#include "ui/panels/controls.h"

#include <string>
#include <vector>

namespace attn {

/// True if the session's task is shown: until it is put away, or until it is done and another stage is shown.
bool has_task(const UiContext& ui);
/// The session's task; once goals are done, the last one done and the next task.
Prose task_line(const UiContext& ui);

/// The suggestion for the stage in sight; a recorded stage has nothing to try.
Prose stage_hint(const UiContext& ui);

/// The buttons for what the stage's hint suggests; empty if no button could do that.
std::vector<Segment> controls_of_hint(const UiContext& ui);

} // namespace attn
