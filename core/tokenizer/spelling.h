#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The way in which the pieces of a vocabulary spell a text.
struct Spelling {
    enum class Kind : std::uint8_t {
        plain,         ///< text as it is, nothing between pieces
        words,         ///< text as it is, a space between pieces
        word_pieces,   ///< as `words`, but a piece that continues a word begins with `mark`
        marked_spaces, ///< `mark` stands for a space, "<0x0A>" for a byte
        byte_letters   ///< one letter for each byte
    };
    Kind kind = Kind::plain;
    std::string mark;            ///< "##" or "▁"
    std::string end_of_word;     ///< "</w>": a space in the text; mostly empty
    bool adds_space = false;     ///< encoding puts a space before the text; decoding takes it away
    bool adds_space_once = true; ///< before the whole text; false: before each part between added tokens

    /// The bytes that `piece` stands for, without marks for a word's beginning or continuation.
    std::string bytes_of(std::string_view piece) const;
    /// True if `piece` continues the word of the piece before it.
    bool goes_on(std::string_view piece) const;

    /// The piece in readable letters: a space is ␣, a line break ↵, a tab ⇥, a byte that is no letter ⟨E2⟩, an
    /// invisible letter ⟨U+200B⟩. Two different pieces never read alike.
    std::string readable(std::string_view piece) const;
    /// The inverse of readable(): the piece of that reading, which the vocabulary need not have; nothing if there is
    /// none.
    std::optional<std::string> piece_of(std::string_view readable) const;
};

/// The bytes of any text, written like a piece by Spelling::readable.
std::string readable_text(std::string_view bytes);

} // namespace attn
