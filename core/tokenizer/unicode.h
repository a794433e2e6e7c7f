#pragma once

#include "core/files/utf8.h"
#include "core/tensor/result.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

// What the pieces of tokenizers are told by: Unicode's properties of letters (code points), and its normal forms.

/// Unicode's White_Space.
bool is_white_space(char32_t letter);
/// A word's letter as regular expressions have it (UTS 18): alphabetic, mark, decimal digit, connector, joiner.
bool is_word_letter(char32_t letter);
/// Category P, and whatever ASCII has besides letters and digits.
bool is_punctuation(char32_t letter);
/// Category N.
bool is_numeric(char32_t letter);
/// Category M.
bool is_mark(char32_t letter);
/// Category Mn.
bool is_nonspacing_mark(char32_t letter);
/// Category C: control, format, private use, surrogate, not assigned.
bool is_other(char32_t letter);

/// Letter by letter, whatever stands around it: Σ becomes σ.
std::string in_lower_case(std::string_view text);

enum class NormalForm : std::uint8_t { nfc, nfd, nfkc, nfkd };

/// Fails where the text is no UTF-8 or too long.
Result<std::string> normal_form(std::string_view text, NormalForm form);

/// Calls visit(letter, begin, end) for each letter of a text that is UTF-8.
template <class Visit>
void for_each_letter(std::string_view text, Visit visit) {
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Letter letter = first_letter(text.substr(at));
        const std::size_t end = at + std::max<std::size_t>(letter.bytes, 1);
        visit(letter.code, at, end);
        at = end;
    }
}

} // namespace attn
