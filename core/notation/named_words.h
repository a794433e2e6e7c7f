// Words in which arrays are called as the notation of whoever reads them calls them.

#pragma once

#include "core/model/cell.h"
#include "core/notation/in_notation.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

/// The array where words are written: "scores", or "score".
std::string shown_name(const Notation& notation, ArrayId array);
/// Head 0 as "⁽¹⁾", "⁽⁰⁾" or "₁", as the notation counts heads and writes them. The only head has no number.
std::string head_mark(const Notation& notation, Index head);
/// The same of a symbol that has other numbers below, which no number of a head may run into: always above, "⁽²⁾".
std::string head_mark_above(const Notation& notation, Index head);
/// The head's matrix where words are written: "scores⁽¹⁾", "W_Q⁽²⁾"; where the notation sets heads below, "A₁", "W₂^Q".
std::string matrix_name(const Notation& notation, ArrayId array, Index head);

/// Words that are kept longer than a notation is chosen, such as what undo takes back: arrays and heads in them are
/// written out when they are read.
class NamedWords {
public:
    NamedWords() = default;
    NamedWords(std::string words);
    NamedWords(const char* words) : NamedWords(std::string(words)) {}

    /// "scores"
    static NamedWords array(ArrayId array);
    /// "W_Q⁽²⁾": of arrays that heads have matrices of, or of a head after the first.
    static NamedWords matrix(ArrayId array, Index head);
    /// "W_Q⁽²⁾[3,1]", counted as it is stored
    static NamedWords cell(const CellId& cell);
    /// "row 3 of W_Q⁽²⁾"; where tokens are columns, those of stages are drawn the other way
    static NamedWords line(ArrayId array, Index head, bool is_row, Index number);
    /// The number of a head as the notation counts: "2"
    static NamedWords head(Index head);
    /// What an error says; arrays, cells and lengths that it names are called as the reader's notation calls them.
    static NamedWords of(const Error& error);
    /// A text that somebody wrote, in which {name W_Q} and {name d_k} are what the notation calls an array or a length,
    /// {head 2} is a head as it counts them, and {row}, {rows}, {column} and {columns} are lines of a stage as it is
    /// drawn. Other words in braces stay.
    static NamedWords of_text(std::string_view text);
    /// What files and the command line call so: "W_Q", "A/1[2,3]", "d_k"; what is none of these stays.
    static NamedWords of_name(std::string_view name);
    /// A symbol of the notation: "dₖ"
    static NamedWords symbol(std::string formula);

    NamedWords& operator+=(const NamedWords& more);
    friend NamedWords operator+(NamedWords first, const NamedWords& second) { return first += second; }
    bool operator==(const NamedWords&) const = default;

    bool empty() const { return parts_.empty(); }
    std::string in(const Notation& notation) const;

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

    /// What stands in braces of a text.
    static NamedWords of_reference(std::string_view reference);

    explicit NamedWords(Part part) { parts_.push_back(std::move(part)); }

    std::vector<Part> parts_;
};

} // namespace attn
