#pragma once

#include "core/document/session/history.h"
#include "core/lesson/lesson.h"
#include "ui/actions/actions.h"
#include "ui/toolkit/script.h"

#include <string>
#include <vector>

namespace attn {

/// Does one line of a lesson's script in the window: step, head, click, type and key, as hands would. Fails if the line
/// is none of these, if it leads out of the step (opens, saves, quits, undoes what came before the step, turns the
/// page), and if the session cannot take what is typed. `history` is that of the session in sight.
Result<void> act_in_lesson(const ScriptLine& line, const History& history, const CommandContext& command);

/// What the line is about to change, if it changes anything: where, and from what to what. No words where only the edit
/// itself tells.
ShownChange change_by(const UiContext& ui, const ScriptLine& line);

/// The lines of a lesson's script; what is wrong with one names it.
Result<std::vector<ScriptLine>> lines_of(const LessonScript& script, const std::string& lesson);

/// Lets them act in the lesson that is open, one after the other; why they cannot is said in the window.
void let_act(const Session& session, Workspace& workspace, const LessonScript& script);

} // namespace attn
