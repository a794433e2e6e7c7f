#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <string>

namespace attn {

/// The number of the present question: "3 of 20"; "0 of 20" before the first.
std::string place_in_quiz(const LessonRun& run);

/// "; 20 of 20 is your best"; empty if the quiz was never ended before, or if this round has ended with at least that
/// score.
std::string best_of_other_rounds(const UiContext& ui, Index right);

/// True if the stage shows a quiz's answers, in place of a picture.
bool shows_quiz_results(const UiContext& ui);
/// Adds a line for each question answered so far: right or wrong, and the step that teaches it, a button for wrong
/// ones.
void add_quiz_results(Scene& scene, const UiContext& ui, const Box& area);

} // namespace attn
