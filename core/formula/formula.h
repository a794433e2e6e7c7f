#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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
        space     ///< `width` ems
    };
    Kind kind = Kind::row;
    AtomClass atom = AtomClass::ordinary;
    LetterStyle style = LetterStyle::roman;
    bool limits = false; ///< in display style its scripts stand above and below
    std::string text;
    std::string left;
    std::string right;
    float width = 0;
    std::size_t columns = 0;
    std::size_t place = 0; ///< of letters and symbols: where in the TeX they begin, in bytes
    std::vector<FormulaNode> children;

    bool is_empty_row() const { return kind == Kind::row && children.empty(); }
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
