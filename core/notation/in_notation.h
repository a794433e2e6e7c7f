#pragma once

#include "core/formula/formula.h"
#include "core/model/layer.h"
#include "core/model/norm.h"
#include "core/notation/notation.h"
#include "core/tensor/result.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// How formulas are written: in whose symbols, and with what of the layer that can be there or not.
struct Notation {
    NotationChoice chosen;
    bool tokens_as_columns = false;
    bool masked = false;                                               ///< "+ M" is written
    std::array<bool, static_cast<std::size_t>(array_count)> present{}; ///< "+ b_Q" is written where there is one
    Scale scale;
    bool has_temperature = false; ///< τ is not 1
    Norm::Kind norm = Norm::Kind::off;
    HeadNormKinds head_norms{};    ///< of heads' rows, as in core/model/norm.h
    bool has_longer_turns = false; ///< what turns is multiplied too
    Index heads = 2;               ///< the only one has no number
};

/// From which number heads are counted where formulas and names are written: 1, or 0.
Index first_head(const NotationChoice& notation);

/// TeX for a formula whose symbols stand as <name>: of the head with that number, or of a general head.
/// Besides symbols there are <input> and <input cell> (what X is made of), <+b_Q> … (nothing where there is no such
/// array), <+b_Q c> (one of its cells), <*b_Q c> (times it), <+M>, <scale( … <)scale> around what is scaled, and <h>,
/// the head. What stands between <heads(> and <)heads> is written where there are several heads, between <one(> and
/// <)one> where there is one; between <rows(> and <)rows> or <columns(> and <)columns> where tokens are that; between
/// <changed(> and <)changed> where something stands between scaling and softmax, a mask, a bias or a cap, between
/// <plain(> and <)plain> where nothing does. What stands between <any head(> and <)any head> is of any head in any
/// case, and between <any key(> and <)any key> of any key, j', beside the key j that the formula is about. <source>,
/// <source x> and <width of source> are what keys and values are made from; <Q read>, <K read T> and <q read> what is
/// read of a chain of arrays (arrays.h), which ends in the array or the cell that is named; <Q to turn> and <q to turn>
/// what is turned of it; <score read> and <score cell read> what the mask is added to; <norm of heads> and <norm of
/// heads cell( … <)norm of heads cell> the norm of queries and keys; <cap( … <)cap> stand around what is capped.
/// Where tokens are columns the place of a cell in a matrix is written as the matrix is laid out, C_{<column><i>} for
/// C_{<i><column>}; behind a small letter, q_{<i><column>}, it stays.
std::string in_notation(std::string_view formula, const Notation& notation, std::optional<Index> head = std::nullopt);

/// The same, and what each symbol in it names.
NamedTex named_in_notation(std::string_view formula, const Notation& notation,
                           std::optional<Index> head = std::nullopt);

/// The tree of the formula, its names with their symbols.
FormulaNode tree_in_notation(std::string_view formula, const Notation& notation,
                             std::optional<Index> head = std::nullopt);
FormulaNode tree_in_notation(const FormulaNode& formula, const Notation& notation,
                             std::optional<Index> head = std::nullopt);

/// The same of a formula that nobody vouches for; fails where it cannot be read, or a name is unknown.
Result<FormulaNode> checked_in_notation(std::string_view formula, const Notation& notation,
                                        std::optional<Index> head = std::nullopt);

/// The formula with its conditions decided and its names as they are.
FormulaNode laid_out(std::string_view formula, const Notation& notation);

/// What a token is in the matrices of stages: "row", or "column".
std::string_view token_line(bool tokens_as_columns);

/// The formula, or words with such marks, with what it says of several heads, or of the only one, which needs no
/// number; and of tokens as rows or as columns, <line> being either.
std::string as_laid_out(std::string formula, const Notation& notation);

/// The same as letters that need no formula: "α", "dₖ", "score".
std::string in_letters(std::string_view formula, const Notation& notation);

/// The sign between two numbers that are multiplied, as the notes write it: "×", or "·".
std::string times_sign(const Notation& notation);
/// What stands behind a symbol in words that is transposed: "⊤", or "ᵀ".
std::string transposed_sign(const Notation& notation);

} // namespace attn
