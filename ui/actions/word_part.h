#pragma once

#include <string_view>

namespace attn {

/// Whether what is typed to find something stands in the text: a few letters where a word begins, as nobody means "rat"
/// by "temperature"; many anywhere.
bool has_word_part(std::string_view text, std::string_view typed);

} // namespace attn
