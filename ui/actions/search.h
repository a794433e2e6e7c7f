#pragma once

#include "ui/actions/actions.h"

#include <string_view>
#include <vector>

namespace attn {

/// The enabled actions whose name or description has all the words, names first.
std::vector<Offer> found_actions(const UiContext& ui, std::string_view words);

/// True if the typed text is in `text`: up to four letters only at the beginning of a word, since nobody means "rat" by
/// "temperature"; longer texts anywhere.
bool has_word_part(std::string_view text, std::string_view typed);

} // namespace attn
