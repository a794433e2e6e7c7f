#pragma once

#include "core/files/json.h"

#include <optional>
#include <string_view>

namespace attn {

/// Whether a word can be read by the trained layer, and is one that lessons can be about: 4 to 10 letters a to z that
/// read otherwise from the end.
bool is_own_word(std::string_view word);

/// What the steps of a session that is read with the learner's own word call by name: {own}, {own reversed}, the first
/// two of the session's other words that are as long, {other}, {other reversed}, {third}, {third reversed}, its
/// last letter, {letter -1}, and the place of that in the alphabet, {alphabet -1}. The word that the session names
/// itself stands there for those who have none; from then on it is that of the session. None where it asks for no word.
std::optional<Json> take_own_word(Json& session, std::string_view own);

} // namespace attn
