#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// How the pieces of a vocabulary spell a text.
struct Spelling {
    enum class Kind : std::uint8_t {
        plain,         ///< as it is, with nothing between pieces
        words,         ///< as it is, with a space between pieces
        word_pieces,   ///< as `words`, but a piece that goes on with a word begins with `mark`
        marked_spaces, ///< a space is `mark`; "<0x0A>" is a byte
        byte_letters   ///< each byte a letter
    };
    Kind kind = Kind::plain;
    std::string mark;            ///< "##" or "▁"
    std::string end_of_word;     ///< "</w>", a space in the text; mostly empty
    bool adds_space = false;     ///< one is put before the text, and is none of it
    bool adds_space_once = true; ///< before the whole text, not before each of its parts

    /// The bytes that a piece stands for, without what marks a word's beginning or its going on.
    std::string bytes_of(std::string_view piece) const;
    /// Whether the piece goes on with the word before it.
    bool goes_on(std::string_view piece) const;

    /// The piece as people read it: a space is ␣, a line break ↵, a tab ⇥, a byte that is no letter ⟨E2⟩, a letter
    /// that cannot be seen ⟨U+200B⟩. Different texts read differently.
    std::string readable(std::string_view piece) const;
    /// The piece that reads so, if one does; whether the vocabulary has it is not asked.
    std::optional<std::string> piece_of(std::string_view readable) const;
};

/// Any text in the way of Spelling::readable.
std::string readable_text(std::string_view bytes);

} // namespace attn
