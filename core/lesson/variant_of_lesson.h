#pragma once

#include "core/files/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The choices made when a lesson is opened.
struct LessonVariant {
    std::uint64_t seed = 0; ///< chooses among the sets of numbers that steps offer
    std::string word{};     ///< the learner's own, if a session asks for one; empty: the lesson's
    bool operator==(const LessonVariant&) const = default;
};

/// A lesson's document for one learner.
struct VariedLesson {
    Json document;
    Index variants = 1;             ///< number of variants; larger seeds repeat them
    bool takes_word = false;        ///< true if a session asks for the learner's own word
    std::vector<std::size_t> order; ///< the index in the file of each step
};

/// Applies a variant to a lesson. A step with several sets of numbers ("drawn": a list of {"D": 64, "H": 4}) gets one
/// of them in place of its names ("{D}"). The learner's own word replaces "{own}", and negative places of cells are
/// counted from its end: A/1[2,-2]. The seed also shuffles the questions of a quiz and the answers of questions; seed 0
/// keeps their order.
VariedLesson varied_lesson(Json document, const LessonVariant& draw);

/// True if the trained layer can read the word and lessons can use it: 4 to 10 letters a to z, and no palindrome.
bool is_own_word(std::string_view word);

/// The names for the steps of a session that is read with the learner's own word: {own}, {own reversed}, the first two
/// of the session's other words of the same length, {other}, {other reversed}, {third}, {third reversed}, its last
/// letter, {letter -1}, and that letter's place in the alphabet, {alphabet -1}. Without an own word, the session's
/// own_word is used; otherwise it is replaced. nullopt if the session asks for no word.
std::optional<Json> take_own_word(Json& session, std::string_view own);

} // namespace attn
