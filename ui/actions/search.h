#pragma once

#include "ui/actions/actions.h"

#include <string_view>
#include <vector>

namespace attn {

/// The enabled actions whose name or description has all the words, names first.
std::vector<Offer> found_actions(const UiContext& ui, std::string_view words);

/// Whether what is typed to find something stands in the text: a few letters where a word begins, as nobody means "rat"
/// by "temperature"; many anywhere.
bool has_word_part(std::string_view text, std::string_view typed);

} // namespace attn
