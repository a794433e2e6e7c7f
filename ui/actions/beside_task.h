#pragma once

#include "ui/document/ui_context.h"

#include <string>
#include <vector>

namespace attn {

/// What the task lets be changed, wherever its condition says so: "W_Q/1".
std::vector<std::string> allowed_parts(const Condition& condition);

/// What was changed since the task began that it does not ask for, and is in the way of its being done: "y₂,₃ is pinned
/// now, and not computed any more; W_O is as before." Nothing where it allows anything, or only that was changed.
std::string changed_beside_task(const UiContext& ui, const LessonRun& run);

} // namespace attn
