// Text that distinguishes words and symbols, for every printer.

#pragma once

#include "core/formula/formula.h"
#include "core/formula/print.h"
#include "core/text/tex_escape.h"

#include <array>
#include <fmt/core.h>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace attn {

/// A text in pieces. Words are printed as words, whatever their letters (a typed "W_Q" keeps its underscore); symbols
/// are formulas, which each printer sets in its own way.
class Prose {
public:
    Prose() = default;
    Prose(std::string words);
    Prose(std::string_view words) : Prose(std::string(words)) {}
    Prose(const char* words) : Prose(std::string(words)) {}
    /// Returns a text of one symbol, whose names must be resolved.
    static Prose symbol(FormulaNode formula);
    /// Returns a text of a user's word, such as a token, whose letters are never changed.
    static Prose own(std::string word);

    Prose& operator+=(const Prose& more);
    friend Prose operator+(Prose first, const Prose& second) { return first += second; }
    bool operator==(const Prose&) const = default;

    bool empty() const { return parts_.empty(); }
    bool has_symbols() const;
    /// Returns the text in Unicode letters: "W_Q⁽²⁾ is".
    std::string letters() const;
    /// Returns the text in TeX: "$W_Q^{(2)}$ is".
    TexText tex() const;
    /// Returns the letters on, above and below the baseline.
    std::vector<LetterRun> runs() const;
    /// Returns the text split at spaces where lines may break: not within symbols or before a % sign.
    std::vector<Prose> words() const;
    /// Returns the text split at empty lines.
    std::vector<Prose> paragraphs() const;
    /// Returns the text as the beginning of a sentence, with a capital letter; a symbol or a user's word stays.
    Prose capitalized() const;
    /// Returns the text for use within a sentence, with a small letter.
    Prose uncapitalized() const;

private:
    struct OwnWord {
        std::string text;
        bool operator==(const OwnWord&) const = default;
    };
    using Part = std::variant<std::string, OwnWord, FormulaNode>;

    /// Returns the pieces into which `cut_words` divides the words; symbols stay with their neighbours.
    template <class Cut>
    std::vector<Prose> cut(const Cut& cut_words) const;

    explicit Prose(Part part) { parts_.push_back(std::move(part)); }

    std::vector<Part> parts_;
};

/// Returns the pieces, one after the other, with `between` between them.
Prose joined(std::span<const Prose> pieces, std::string_view between);

namespace detail {

/// Returns the pattern with one piece in place of each {}.
Prose filled(std::string_view pattern, std::span<const Prose> pieces);

constexpr std::size_t places_in(std::string_view pattern) {
    std::size_t count = 0;
    for (std::size_t at = pattern.find("{}"); at != std::string_view::npos; at = pattern.find("{}", at + 2))
        ++count;
    return count;
}

/// A pattern with as many {} as there are pieces; any other does not compile.
template <std::size_t pieces>
struct PatternOf {
    template <class Text>
    consteval PatternOf(const Text& text) : pattern(text) {
        if (places_in(pattern) != pieces)
            throw "a pattern has one {} for each piece";
    }
    std::string_view pattern;
};

template <class Piece>
Prose prose_of_piece(const Piece& piece) {
    if constexpr (std::is_convertible_v<const Piece&, Prose>)
        return piece;
    else
        return fmt::format("{}", piece);
}

} // namespace detail

/// Returns the pattern with one piece in place of each {}; pieces are texts, symbols or numbers.
template <class... Pieces>
Prose prose(detail::PatternOf<sizeof...(Pieces)> text, const Pieces&... pieces) {
    return detail::filled(text.pattern, std::array<Prose, sizeof...(Pieces)>{detail::prose_of_piece(pieces)...});
}

} // namespace attn
