#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The spelling of a vocabulary's pieces, and the way in which pieces are joined to a text.
struct Spelling {
    enum class Kind : std::uint8_t {
        plain,         ///< text as it is, nothing between pieces
        words,         ///< text as it is, a space between pieces
        word_pieces,   ///< as `words`, but a piece that continues a word begins with `mark`
        marked_spaces, ///< `mark` means a space, "<0x0A>" means a byte
        byte_letters   ///< one letter for each byte
    };
    Kind kind = Kind::plain;
    std::string mark;            ///< the sign in pieces that `kind` describes: "##" or "▁"
    std::string end_of_word;     ///< the end of a word's last piece, such as "</w>", which means a space in the text;
                                 ///< empty in most vocabularies
    bool adds_space = false;     ///< true: encoding puts a space before the text, and decoding removes it
    bool adds_space_once = true; ///< true: the space is put before the whole text; false: before each part between
                                 ///< added tokens

    /// Returns the bytes that `piece` means, without marks for a word's beginning or continuation.
    std::string bytes_of(std::string_view piece) const;
    /// True if `piece` continues the word of the piece before it.
    bool goes_on(std::string_view piece) const;

    /// Returns the piece in readable letters: a space is ␣, a line break ↵, a tab ⇥, a byte that is no letter ⟨E2⟩, an
    /// invisible letter ⟨U+200B⟩. Two different pieces never give the same text.
    std::string readable(std::string_view piece) const;
    /// Returns the piece whose readable() is `readable`, even if the vocabulary does not have it; nullopt if there is
    /// none.
    std::optional<std::string> piece_of(std::string_view readable) const;
};

/// Returns the bytes of any text, written as Spelling::readable writes pieces.
std::string readable_text(std::string_view bytes);

} // namespace attn
