#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The class of an atom, which determines the space between it and its neighbours.
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

enum class LetterStyle : std::uint8_t { roman, italic, bold };

/// A piece of a formula; `children` depends on the kind.
struct FormulaNode {
    enum class Kind : std::uint8_t {
        letters,  ///< `text` in `style`
        symbol,   ///< a large operator such as Σ: `text`, drawn larger and centred on the axis
        row,      ///< any number of children, side by side
        scripts,  ///< base, subscript, superscript; missing ones are empty rows
        fraction, ///< numerator, denominator
        root,     ///< one child, under the root
        accent,   ///< one child with `text` above it
        fenced,   ///< one child between `left` and `right`
        grid,     ///< cells, row by row, with `columns` in a row
        space,    ///< `width` ems
        name,     ///< <text>, a symbol of the notation; once resolved, the symbol is its only child
        scope     ///< the contents of <text( and <)text>
    };
    Kind kind = Kind::row;
    AtomClass atom = AtomClass::ordinary;
    LetterStyle style = LetterStyle::roman;
    bool limits = false;         ///< true: scripts are above and below in display style
    bool is_braced = false;      ///< true: the row is in braces
    bool is_spaced = false;      ///< true: there is a space before the node in the TeX
    bool is_above_first = false; ///< true: the superscript is written before the subscript
    std::string text;
    std::string tex; ///< letters, symbols and spaces as written; for other kinds the command: "\\frac", "matrix"
    std::string left;
    std::string right;
    float width = 0;
    std::size_t columns = 0;
    std::size_t place = 0; ///< offset of letters and symbols in the TeX, in bytes
    std::vector<FormulaNode> children;

    bool is_empty_row() const { return kind == Kind::row && children.empty(); }
    bool is_letters(std::string_view written) const { return kind == Kind::letters && tex == written; }
    bool is_name(std::string_view key) const { return kind == Kind::name && text == key; }
    bool operator==(const FormulaNode&) const = default;
};

/// A part of a formula's TeX that is a symbol of the notation. Symbols can contain other symbols.
struct FormulaName {
    std::string name;
    std::size_t begin = 0; ///< offsets in the TeX, in bytes
    std::size_t end = 0;
    bool operator==(const FormulaName&) const = default;
};

/// TeX and its symbols; outer symbols before inner ones.
struct NamedTex {
    std::string tex;
    std::vector<FormulaName> names;
};

/// A formula and its original TeX, which is what the user copies.
struct Formula {
    std::string tex;
    FormulaNode root;
};

} // namespace attn
