#pragma once

#include "core/document/session/history.h"
#include "core/lesson/lesson.h"
#include "ui/actions/actions.h"
#include "ui/toolkit/script.h"

#include <string>
#include <vector>

namespace attn {

/// Does one line of a lesson's script in the window as hands would: step, head, click, type or key. Fails if the line
/// is none of these, if it leads out of the step (opens, saves, quits, turns the page, undoes what came before the
/// step), or if the session cannot take what is typed. `history` is that of the session in sight.
Result<void> act_out(const ScriptLine& line, const History& history, const CommandContext& command);

/// The change that a line is about to make: its place, and the value before and after. The text is empty if only the
/// edit itself can tell these.
ShownChange change_by(const UiContext& ui, const ScriptLine& line);

/// The parsed lines of a lesson's script; an error names the lesson.
Result<std::vector<ScriptLine>> lines_of(const LessonScript& script, const std::string& lesson);

} // namespace attn
