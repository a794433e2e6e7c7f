#pragma once

#include "core/tensor/matrix.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// What somebody bet in a lesson, as it was said back to them.
struct LessonAnswer {
    Index step = 0; ///< from 0
    std::string answer;
    bool right = false;
    bool operator==(const LessonAnswer&) const = default;
};

/// How far somebody is in a lesson, and what they answered there. A session that is saved while a lesson is open
/// carries it, so that the lesson can be resumed with it, and graded.
struct LessonWork {
    std::string lesson;     ///< its id; it need not be known
    Index step = 0;         ///< from 0
    std::uint64_t draw = 0; ///< which numbers of the lesson's were drawn
    std::string word{};     ///< the learner's own; empty: the lesson's
    std::vector<LessonAnswer> answers{};
    std::vector<Index> done{}; ///< steps whose task was done
    bool operator==(const LessonWork&) const = default;
};

} // namespace attn
