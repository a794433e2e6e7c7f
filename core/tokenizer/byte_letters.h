#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// Returns the bytes as letters, in the alphabet of byte-level vocabularies: printable ASCII and Latin-1 letters are
/// written as they are, all other bytes, in ascending order, as the letters from U+0100 on ("Ġ" is the space).
std::string byte_letters(std::string_view bytes);

/// Returns the byte that is written as `letter`; nullopt for a letter outside that alphabet.
std::optional<char> byte_of_letter(char32_t letter);

/// Returns the byte as vocabularies with byte fallback write it: 0x0A is "<0x0A>".
std::string byte_piece(char byte);
/// Returns the byte that a piece such as "<0x0A>" means; nullopt for other pieces.
std::optional<char> byte_of_piece(std::string_view piece);

} // namespace attn
