#pragma once

#include "core/lesson/advance.h"
#include "core/model/claim.h"

#include <string>

namespace attn {

// The sentences of a step that fills the window, each with the facts about the layer that it claims.

/// The step's verdict in two lines: "Without head 1: sessents." and "Six of 8 letters come back right: who helps?"
struct Verdict {
    Claim title;
    Claim text;
};
Verdict said_in_view(const LessonRun& run, const LessonSight& sight);

/// The step's request: its bet while that is open, its task until it is done, then the words about the result.
Claim asked_in_view(const LessonRun& run, const LessonSight& sight);

/// The line above the field: why the typed text cannot be read, a remark on it, or what to type.
Claim said_of_name(const LessonRun& run, const LessonSight& sight);
/// The reason or the remark of said_of_name; empty if there is none.
std::string remark_on_name(const LessonRun& run, const LessonSight& sight);

} // namespace attn
