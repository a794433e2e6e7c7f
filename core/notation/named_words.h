// Words about arrays, heads and lengths with the names of the reader's notation.

#pragma once

#include "core/model/cell.h"
#include "core/notation/in_notation.h"
#include "core/text/prose.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

/// Returns the array's name for a sentence: the word "scores", or the symbol W_Q.
Prose name_of(const Notation& notation, ArrayId array);
/// Returns the name of a head's matrix for a sentence: "scores⁽¹⁾", W_Q⁽²⁾; A₁, W₂^Q in notations that write heads as
/// subscripts.
Prose name_of(const Notation& notation, ArrayId array, Index head);
/// Returns the symbol of a formula for a sentence: <d_k> is dₖ.
Prose symbol_in(std::string_view formula, const Notation& notation);
/// Returns the result of name_of as a string, for labels.
std::string shown_name(const Notation& notation, ArrayId array);
std::string matrix_name(const Notation& notation, ArrayId array, Index head);
/// Returns the mark of a head: head 0 is "⁽¹⁾", "⁽⁰⁾" or "₁", as the notation counts and writes heads. Empty for a
/// single head.
std::string head_mark(const Notation& notation, Index head);
/// Returns the mark of a head above a symbol that has other indices below: "⁽²⁾".
std::string head_mark_above(const Notation& notation, Index head);

/// Returns a text of the program's tables in the notation. <scores> is the name of an array, <d_k> a symbol, <line> a
/// row or a column, <token> and <word> the noun for a token ("letter" if tokens are letters); $…$ is a formula. The
/// contents of <heads(> and <)heads> are written if there are several heads; other conditions are <one(>, <rows(>,
/// <columns(>, <plain(> and <changed(>, as in formulas (in_notation.h), and <alike(> and <unlike(>: W_Q and W_K have
/// the same shape, or not.
Prose words_in(std::string_view text, const Notation& notation);
/// Returns an untrusted text in the notation, as words_in does; fails if a condition or symbol is unknown, or a scope
/// has no end. `is_word`: the text is a name for an array, in which names of arrays are not replaced.
Result<Prose> checked_words_in(std::string_view text, const Notation& notation, bool is_word = false);

/// Words that stay valid when another notation is chosen, such as undo's labels: arrays and heads in them get their
/// names only when the words are read.
class NamedWords {
public:
    NamedWords() = default;
    NamedWords(std::string words);
    NamedWords(const char* words) : NamedWords(std::string(words)) {}

    /// Returns the name of an array, e.g. "scores".
    static NamedWords array(ArrayId array);
    /// Returns the name of a matrix, e.g. "W_Q⁽²⁾"; the head is named if heads have matrices of the array, or if it is
    /// not the first.
    static NamedWords matrix(ArrayId array, Index head);
    /// Returns the name of a cell, e.g. "W_Q⁽²⁾[3,1]", with the indices of the stored matrix.
    static NamedWords cell(const CellId& cell);
    /// Returns the name of a row or column, e.g. "row 3 of W_Q⁽²⁾"; if tokens are columns, rows and columns of computed
    /// arrays are swapped.
    static NamedWords line(ArrayId array, Index head, bool is_row, Index number);
    /// Returns the head's number as the notation counts: "2".
    static NamedWords head(Index head);
    /// Returns the error's message, with the notation's names for its arrays, cells and lengths.
    static NamedWords of(const Error& error);
    /// Returns a user's text with references: {name W_Q} and {name d_k} are the notation's names of an array or a
    /// length, {head 2} is a head's number, and {row}, {rows}, {column} and {columns} are lines of an array as drawn.
    /// Other words in braces stay.
    static NamedWords of_text(std::string_view text);
    /// Returns the words for a name used in files and on the command line: "W_Q", "A/1[2,3]", "d_k"; other names stay.
    static NamedWords of_name(std::string_view name);
    /// Returns a symbol of the notation: "dₖ".
    static NamedWords symbol(std::string formula);

    NamedWords& operator+=(const NamedWords& more);
    friend NamedWords operator+(NamedWords first, const NamedWords& second) { return first += second; }
    bool operator==(const NamedWords&) const = default;

    bool empty() const { return parts_.empty(); }
    Prose in(const Notation& notation) const;

private:
    struct ArrayName {
        ArrayId array{};
        bool operator==(const ArrayName&) const = default;
    };
    struct MatrixName {
        ArrayId array{};
        Index head = 0;
        bool operator==(const MatrixName&) const = default;
    };
    struct HeadNumber {
        Index head = 0;
        bool operator==(const HeadNumber&) const = default;
    };
    struct LineName {
        ArrayId array{};
        bool is_row = true;
        bool many = false;
        bool operator==(const LineName&) const = default;
    };
    struct Formula {
        std::string tex;
        bool operator==(const Formula&) const = default;
    };
    using Part = std::variant<std::string, ArrayName, MatrixName, HeadNumber, LineName, Formula>;
    struct Writing;

    /// Returns the words for a reference in braces.
    static NamedWords of_reference(std::string_view reference);

    explicit NamedWords(Part part) { parts_.push_back(std::move(part)); }

    std::vector<Part> parts_;
};

} // namespace attn
