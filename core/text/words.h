// English words: lists and capital letters.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Returns a list in words: "a", "a and b", "a, b and c"; `last` is written before the last text. Texts are strings or
/// Prose.
template <class Text>
Text enumerated(const std::vector<Text>& texts, std::string_view last = " and ") {
    Text list;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i > 0)
            list += i + 1 == texts.size() ? std::string(last) : std::string(", ");
        list += texts[i];
    }
    return list;
}

/// Returns the text with its first letter, of any script, as a capital: "element" becomes "Element", "één" becomes
/// "Één".
std::string capitalized(std::string_view text);
/// Returns the text with its first letter small, for use within a sentence; an abbreviation, "QK form", stays.
std::string uncapitalized(std::string_view text);

} // namespace attn
