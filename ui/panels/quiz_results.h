#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <string>

namespace attn {

/// "3 of 20": of its questions; "0 of 20" before the first.
std::string place_in_quiz(const LessonRun& run);

/// "; 20 of 20 is your best": of a quiz that was ended before, where that was better, or this round is not at its end.
std::string best_of_other_rounds(const UiContext& ui, Index right);

/// Whether a quiz has its stage for its answers, as no picture stands there.
bool shows_quiz_results(const UiContext& ui);
/// Then: of each question so far whether it was answered rightly, and the step that teaches it, to which one may go
/// from those that were not.
void add_quiz_results(Scene& scene, const UiContext& ui, const Box& area);

} // namespace attn
