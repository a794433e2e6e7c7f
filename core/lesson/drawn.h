#pragma once

#include "core/files/json.h"

#include <cstdint>
#include <string>
#include <string_view>

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
    Index variants = 1;      ///< seeds beyond them give the same numbers again
    bool takes_word = false; ///< a session asks for the learner's own
};

/// Of steps that have several sets of numbers to draw ("drawn": a list of {"D": 64, "H": 4}) one is chosen, and their
/// names ("{D}") are replaced by it. In sessions that are read with the learner's own word, cells are counted from its
/// end where their numbers are negative: A/1[2,-2].
DrawnLesson draw_lesson(Json document, const LessonDraw& draw);

/// Whether a word can be read by the trained layer, and is of a length that lessons are about: 4 to 10 letters a to z.
bool is_own_word(std::string_view word);

} // namespace attn
