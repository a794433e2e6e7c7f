#pragma once

#include "core/files/utf8.h"
#include "core/tensor/result.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

// Unicode's properties of letters (code points), by which tokenizers cut texts, and Unicode's normal forms.

/// True if the letter has Unicode's property White_Space.
bool is_white_space(char32_t letter);
/// True for a letter that \w matches (UTS 18): alphabetic, mark, decimal digit, connector, joiner.
bool is_word_letter(char32_t letter);
/// True for category P, and for every printable ASCII character but letters, digits and the space.
bool is_punctuation(char32_t letter);
/// True for Unicode's category N (numbers).
bool is_numeric(char32_t letter);
/// True for Unicode's category M (marks).
bool is_mark(char32_t letter);
/// True for Unicode's category Mn (nonspacing marks).
bool is_nonspacing_mark(char32_t letter);
/// True for Unicode's category C: control, format, private use, surrogate, not assigned.
bool is_other(char32_t letter);

/// Returns the text in lower case, each letter changed independently of its neighbours: Σ becomes σ, even at a word's
/// end.
std::string in_lower_case(std::string_view text);

enum class NormalForm : std::uint8_t { nfc, nfd, nfkc, nfkd };

/// Returns the text in a normal form. Fails if the text is not UTF-8 or too long.
Result<std::string> normal_form(std::string_view text, NormalForm form);

/// Calls visit(letter, begin, end), in bytes, for each letter of a text in UTF-8.
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
