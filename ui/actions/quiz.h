#pragma once

#include "ui/actions/actions.h"

namespace attn {

/// Notes whether the open question of a quiz was missed; a missed one is asked again until it is answered rightly.
void note_missed(Workspace& workspace);
/// Notes the best score of a quiz that was once at its end; a worse round does not lower it.
void note_best_score(const UiContext& ui, Workspace& workspace);

/// The number of questions of a quiz.
Index questions_of(const LessonLabel& quiz);
/// The most questions ever answered rightly, in a first round or when missed ones were asked again.
Index best_score(const UiContext& ui, const LessonLabel& quiz);

/// Keeps an open quiz that another lesson replaces, with its questions and the answers so far.
void keep_quiz(Workspace& workspace);

} // namespace attn
