#pragma once

#include "ui/panels/controls.h"

#include <string>
#include <vector>

namespace attn {

/// Whether the session's task is in sight: until it is put away, or all of it is done and something else is looked at.
bool has_task(const UiContext& ui);
/// What the session says to try, or what of it was done last and what to try then.
std::string task_line(const UiContext& ui);

/// What may be tried at the stage in sight, as long as it has anything to be tried at.
std::string stage_hint(const UiContext& ui);

/// What the hint of the stage in sight asks for; empty: nothing that a button could do.
std::vector<Segment> controls_of_hint(const UiContext& ui);

} // namespace attn
