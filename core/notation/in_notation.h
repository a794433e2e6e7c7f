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

/// The notation of formulas, and the facts about the layer that determine what formulas contain.
struct Notation {
    NotationChoice chosen;
    bool tokens_as_columns = false;
    bool masked = false;                                               ///< true: "+ M" is written
    std::array<bool, static_cast<std::size_t>(array_count)> present{}; ///< e.g. "+ b_Q" is written if b_Q is present
    Scale scale;
    bool has_temperature = false; ///< true: τ is not 1
    Norm::Kind norm = Norm::Kind::off;
    HeadNormKinds head_norms{};      ///< norms of heads' rows, as in core/model/norm.h
    bool has_longer_turns = false;   ///< true: rotated rows are also multiplied by a factor
    Index heads = 2;                 ///< number of heads; a single head has no number
    bool tokens_are_letters = false; ///< true: "each letter" is written instead of "each token"
    bool queries_like_keys = true;   ///< true: W_Q and W_K have the same shape, and can be swapped
};

/// Returns the number of the first head in formulas and names: 1, or 0.
Index first_head(const NotationChoice& notation);

/// Returns the TeX of a formula whose symbols are written <name>, for the head with this number, or for a head in
/// general. Other names:
/// - <input>, <input cell>: from what X is computed
/// - <+b_Q>, <+b_Q c> (its cell), <*b_Q c> (a factor), <+M>: empty if the layer has no such array
/// - <h>: the head's number
/// - <source>, <source x>, <width of source>: the rows from which keys and values are computed
/// - <Q read>, <K read T>, <q read>: the latest array of the chain (arrays.h) that ends in Q or K, or its cell
/// - <Q to turn>, <q to turn>: the array that is rotated
/// - <score read>, <score cell read>: the scores to which the mask is added
/// - <norm of heads>: the norm of queries and keys
/// Scopes write their contents, as in <heads(> … <)heads>:
/// - heads, one: if there are several heads, or one
/// - rows, columns: if tokens are rows, or columns
/// - changed, plain: if a mask, a bias or a cap is applied between scaling and softmax, or none is
/// - any head, any key: for any head, or for any key j', next to the formula's own key j
/// - scale, cap, norm of heads cell: with the scale, the cap or the norm around them
/// If tokens are columns, indices of a cell in a matrix are swapped, C_{<column><i>} for C_{<i><column>}; those of a
/// small letter, q_{<i><column>}, stay.
std::string in_notation(std::string_view formula, const Notation& notation, std::optional<Index> head = std::nullopt);

/// Returns the TeX, and the name of each symbol in it.
NamedTex named_in_notation(std::string_view formula, const Notation& notation,
                           std::optional<Index> head = std::nullopt);

/// Returns the tree of the formula, with symbols in place of names.
FormulaNode tree_in_notation(std::string_view formula, const Notation& notation,
                             std::optional<Index> head = std::nullopt);
FormulaNode tree_in_notation(const FormulaNode& formula, const Notation& notation,
                             std::optional<Index> head = std::nullopt);

/// Returns the tree of an untrusted formula; fails if the formula cannot be read or a name is unknown.
Result<FormulaNode> checked_in_notation(std::string_view formula, const Notation& notation,
                                        std::optional<Index> head = std::nullopt);

/// Returns the tree of the formula with its conditions resolved, and with names instead of symbols.
FormulaNode laid_out(std::string_view formula, const Notation& notation);

/// Returns the name of a token's line in an array: "row", or "column" if tokens are columns.
std::string_view token_line(bool tokens_as_columns);

/// Returns the noun for a token: "letter" if tokens are letters, else `usual`, "token" or "word".
std::string_view noun_of_token(const Notation& notation, std::string_view usual = "token");

/// Returns the formula as plain Unicode letters: "α", "dₖ", "score".
std::string in_letters(std::string_view formula, const Notation& notation);

/// Returns the notation's multiplication sign between two numbers: "×", or "·".
std::string times_sign(const Notation& notation);
/// Returns the sign of a transposed symbol within words: "⊤", or "ᵀ".
std::string transposed_sign(const Notation& notation);

} // namespace attn
