#pragma once

#include "core/files/json.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What of a lesson is chosen when it is opened.
struct LessonDraw {
    std::uint64_t seed = 0; ///< which of the numbers that its steps offer
    std::string word{};     ///< the learner's own, where a session asks for one; empty: what stands there
    bool operator==(const LessonDraw&) const = default;
};

/// A lesson's document as it is read for one learner.
struct DrawnLesson {
    Json document;
    Index variants = 1;             ///< seeds beyond them give the same numbers again
    bool takes_word = false;        ///< a session asks for the learner's own
    std::vector<std::size_t> order; ///< of each step, where it stands in the file
};

/// Of steps that have several sets of numbers to draw ("drawn": a list of {"D": 64, "H": 4}) one is chosen, and their
/// names ("{D}") are replaced by it. In sessions that are read with the learner's own word (core/lesson/own_word.h) it
/// stands for "{own}", and cells are counted from its end where their numbers are negative: A/1[2,-2]. The questions of
/// a quiz, and the answers that any question offers, come in an order of the seed; seed 0 leaves them as they are.
DrawnLesson draw_lesson(Json document, const LessonDraw& draw);

} // namespace attn
