#pragma once

#include "core/lesson/run.h"

#include <string>
#include <vector>

namespace attn {

/// The parts of the session that a task allows to change, collected from its whole condition: "W_Q/1".
std::vector<std::string> allowed_parts(const Condition& condition);

/// A sentence about a change since the task began that the task does not ask for, and that keeps the task from being
/// done: "y₂,₃ is pinned now, and not computed any more; W_O is as before." Empty if there is no such change, or if the
/// task allows any.
std::string changed_beside_task(const Session& now, const LessonRun& run);

} // namespace attn
