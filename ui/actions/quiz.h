#pragma once

#include "ui/actions/actions.h"

namespace attn {

/// A question of the quiz that is open comes again until it is answered rightly.
void note_missed(Workspace& workspace);
/// What a quiz that was once at its end came to; a worse round takes nothing away.
void note_best_score(const UiContext& ui, Workspace& workspace);

/// How many questions a quiz has.
Index questions_of(const LessonLabel& quiz);
/// Of these the most that were ever answered rightly: in a round, or when they were asked again.
Index best_score(const UiContext& ui, const LessonLabel& quiz);

/// A quiz that another lesson takes the place of goes on later with the same questions, and the answers so far.
void keep_quiz(Workspace& workspace);

} // namespace attn
