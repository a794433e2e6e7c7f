#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// A code point and its length in UTF-8 (RFC 3629).
struct Utf8Letter {
    char32_t code = 0;
    std::size_t bytes = 0; ///< 0: invalid UTF-8
};

/// Returns the first letter of a text that is not empty.
Utf8Letter first_letter(std::string_view text);

/// True if the bytes are valid UTF-8.
bool is_utf8(std::string_view bytes);

/// Returns the text with U+FFFD in place of bytes that are not UTF-8 and of code points that no document may contain
/// (0, U+FFFE, U+FFFF).
std::string valid_utf8(std::string_view text);

void append_letter(std::string& text, char32_t code);

/// letter_begin returns the first byte of the letter that contains the byte at `at`, letter_end the byte after the
/// letter that begins at `at`. A byte that is not UTF-8 counts as a letter.
std::size_t letter_begin(std::string_view text, std::size_t at);
std::size_t letter_end(std::string_view text, std::size_t at);

/// Returns the number of code points.
std::size_t letter_count(std::string_view text);

} // namespace attn
