#pragma once

#include "core/document/session/condition.h"
#include "core/files/json.h"

namespace attn {

/// A lesson of three steps, or a lecture of three scenes, whose texts say what is to be written in their place: one to
/// look, one with a question, and one with a task, its goal and its solution. It holds as it is, for any layer.
/// `session` is how a lesson's file names the session of `now`.
Json lesson_template(const Snapshot& now, Json session, bool is_lecture);

} // namespace attn
