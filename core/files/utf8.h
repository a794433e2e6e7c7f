#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// A letter (code point) as it stands in UTF-8 (RFC 3629).
struct Utf8Letter {
    char32_t code = 0;
    std::size_t bytes = 0; ///< 0: no UTF-8
};

/// The letter that a text begins with. The text is not empty.
Utf8Letter first_letter(std::string_view text);

/// Whether the bytes are UTF-8.
bool is_utf8(std::string_view bytes);

/// The text, with U+FFFD for every byte that is not UTF-8, or that no document may hold (0, U+FFFE, U+FFFF).
std::string valid_utf8(std::string_view text);

void append_letter(std::string& text, char32_t code);

/// Where the letter begins that the byte at `at` belongs to, and where the one ends that begins there. What is not
/// UTF-8 is taken as it comes.
std::size_t letter_begin(std::string_view text, std::size_t at);
std::size_t letter_end(std::string_view text, std::size_t at);

/// Letters, not bytes.
std::size_t letter_count(std::string_view text);

} // namespace attn
