#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The bytes as letters, in the alphabet of byte-level vocabularies: printable ASCII and Latin-1 letters stand for
/// themselves, all other bytes, in ascending order, for the letters from U+0100 on ("Ġ" is the space).
std::string byte_letters(std::string_view bytes);

/// The byte that `letter` stands for; nothing for a letter outside that alphabet.
std::optional<char> byte_of_letter(char32_t letter);

/// The byte as vocabularies with byte fallback write it: 0x0A is "<0x0A>".
std::string byte_piece(char byte);
/// The byte that a piece such as "<0x0A>" stands for; nothing for other pieces.
std::optional<char> byte_of_piece(std::string_view piece);

} // namespace attn
