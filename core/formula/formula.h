#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What an atom is to its neighbours; decides the space between them.
enum class AtomClass : std::uint8_t {
    ordinary,
    large_operator,
    binary,
    relation,
    opening,
    closing,
    punctuation,
    inner
};

/// How letters are drawn.
enum class LetterStyle : std::uint8_t { roman, italic, bold };

/// A piece of a formula. What `children` holds depends on the kind.
struct FormulaNode {
    enum class Kind : std::uint8_t {
        letters,  ///< `text` in `style`
        symbol,   ///< a large operator such as Σ: `text`, drawn larger and centred on the axis
        row,      ///< any number of children, side by side
        scripts,  ///< base, subscript, superscript; an empty row where one is missing
        fraction, ///< numerator, denominator
        root,     ///< what is under it
        accent,   ///< one child with `text` above it
        fenced,   ///< one child between `left` and `right`
        grid,     ///< cells, row by row, `columns` a row
        space,    ///< `width` ems
        name,     ///< <text>, a thing that notations have a symbol for; once resolved, the symbol is its only child
        scope     ///< what stands between <text( and <)text>
    };
    Kind kind = Kind::row;
    AtomClass atom = AtomClass::ordinary;
    LetterStyle style = LetterStyle::roman;
    bool limits = false;         ///< in display style its scripts stand above and below
    bool is_braced = false;      ///< of a row
    bool is_spaced = false;      ///< a space stands before it in the TeX
    bool is_above_first = false; ///< of scripts: the superscript is written before the subscript
    std::string text;
    std::string tex; ///< letters, symbols and spaces as they are written; the command of others: "\\frac", "matrix"
    std::string left;
    std::string right;
    float width = 0;
    std::size_t columns = 0;
    std::size_t place = 0; ///< of letters and symbols: where in the TeX they begin, in bytes
    std::vector<FormulaNode> children;

    bool is_empty_row() const { return kind == Kind::row && children.empty(); }
    bool is_letters(std::string_view written) const { return kind == Kind::letters && tex == written; }
    bool is_name(std::string_view key) const { return kind == Kind::name && text == key; }
    bool operator==(const FormulaNode&) const = default;
};

/// Whose symbol a part of a formula's TeX is: the key of a notation's symbols. Symbols can be made of others.
struct FormulaName {
    std::string name;
    std::size_t begin = 0; ///< bytes of the TeX
    std::size_t end = 0;
    bool operator==(const FormulaName&) const = default;
};

/// TeX, and what its symbols name; the outer before the inner.
struct NamedTex {
    std::string tex;
    std::vector<FormulaName> names;
};

/// A formula and the TeX that it was read from, which is what copying gives back.
struct Formula {
    std::string tex;
    FormulaNode root;
};

} // namespace attn
