#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// Bytes written as letters, as byte-level vocabularies write them: what ASCII and Latin-1 can print stands for
/// itself, and the others, in their order, are the letters from U+0100 on ("Ġ" is the space).
std::string byte_letters(std::string_view bytes);

/// The byte that a letter stands for; nothing for other letters.
std::optional<char> byte_of_letter(char32_t letter);

/// "<0x0A>", as vocabularies with byte fallback write a byte.
std::string byte_piece(char byte);
/// The byte that such a piece stands for; nothing for other pieces.
std::optional<char> byte_of_piece(std::string_view piece);

} // namespace attn
