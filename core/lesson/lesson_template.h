#pragma once

#include "core/document/session/condition.h"
#include "core/files/json.h"

namespace attn {

/// A lesson of three steps, or a lecture of three scenes: a look, a question, and a task with its goal and solution.
/// Its texts are placeholders that say what to write. It is valid as it is, for any layer. `session`: the session of
/// `now` as a lesson's file names it.
Json lesson_template(const Snapshot& now, Json session, bool is_lecture);

} // namespace attn
