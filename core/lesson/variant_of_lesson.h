#pragma once

#include "core/files/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What of a lesson is chosen when it is opened.
struct LessonVariant {
    std::uint64_t seed = 0; ///< which of the numbers that its steps offer
    std::string word{};     ///< the learner's own, where a session asks for one; empty: what stands there
    bool operator==(const LessonVariant&) const = default;
};

/// A lesson's document as it is read for one learner.
struct VariedLesson {
    Json document;
    Index variants = 1;             ///< seeds beyond them give the same numbers again
    bool takes_word = false;        ///< a session asks for the learner's own
    std::vector<std::size_t> order; ///< of each step, where it stands in the file
};

/// Of steps that have several sets of numbers to draw ("drawn": a list of {"D": 64, "H": 4}) one is chosen, and their
/// names ("{D}") are replaced by it. In sessions that are read with the learner's own word it
/// stands for "{own}", and cells are counted from its end where their numbers are negative: A/1[2,-2]. The questions of
/// a quiz, and the answers that any question offers, come in an order of the seed; seed 0 leaves them as they are.
VariedLesson varied_lesson(Json document, const LessonVariant& draw);

/// Whether a word can be read by the trained layer, and is one that lessons can be about: 4 to 10 letters a to z that
/// read otherwise from the end.
bool is_own_word(std::string_view word);

/// What the steps of a session that is read with the learner's own word call by name: {own}, {own reversed}, the first
/// two of the session's other words that are as long, {other}, {other reversed}, {third}, {third reversed}, its
/// last letter, {letter -1}, and the place of that in the alphabet, {alphabet -1}. The word that the session names
/// itself stands there for those who have none; from then on it is that of the session. None where it asks for no word.
std::optional<Json> take_own_word(Json& session, std::string_view own);

} // namespace attn
