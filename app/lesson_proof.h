#pragma once

#include "app/rehearsal.h"
#include "core/lesson/lesson_shelf.h"

#include <string>
#include <vector>

namespace attn {

/// Tries an open lesson in the window, step by step: what it says, points at and asks, every foreseen slip and the
/// solution. `when` begins the faults of a variant: "with “reading”, ".
void prove_lesson(Rehearsal& rehearsal, const Lesson& lesson, const LessonShelf& course, const std::string& when,
                  std::vector<std::string>& faults);

} // namespace attn
