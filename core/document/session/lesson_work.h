#pragma once

#include "core/tensor/matrix.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// A learner's answer to a bet, as the lesson's reply words it.
struct LessonAnswer {
    Index step = 0; ///< number of the step, from 0
    std::string answer;
    bool right = false;
    bool operator==(const LessonAnswer&) const = default;
};

/// A learner's progress and answers in a lesson. A session saved while a lesson is open contains it, so that the lesson
/// can be resumed and graded.
struct LessonWork {
    std::string lesson;     ///< the lesson's id, which may be unknown
    Index step = 0;         ///< number of the step, from 0
    std::uint64_t draw = 0; ///< the variant of the lesson's random numbers
    std::string word{};     ///< chosen by the learner; empty: the lesson's
    std::vector<LessonAnswer> answers{};
    std::vector<Index> done{}; ///< steps whose task is done
    bool operator==(const LessonWork&) const = default;
};

} // namespace attn
