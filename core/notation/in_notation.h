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

/// The notation of formulas, and the facts about the layer that decide what they contain.
struct Notation {
    NotationChoice chosen;
    bool tokens_as_columns = false;
    bool masked = false;                                               ///< "+ M" is written
    std::array<bool, static_cast<std::size_t>(array_count)> present{}; ///< e.g. "+ b_Q" is written if b_Q is present
    Scale scale;
    bool has_temperature = false; ///< τ is not 1
    Norm::Kind norm = Norm::Kind::off;
    HeadNormKinds head_norms{};      ///< norms of heads' rows, as in core/model/norm.h
    bool has_longer_turns = false;   ///< rotated rows are also multiplied
    Index heads = 2;                 ///< a single head has no number
    bool tokens_are_letters = false; ///< "each letter" instead of "each token"
    bool queries_like_keys = true;   ///< W_Q and W_K have one shape, and can be swapped
};

/// The number of the first head in formulas and names: 1, or 0.
Index first_head(const NotationChoice& notation);

/// The TeX of a formula whose symbols are written <name>, for the head with this number, or for a general head. Other
/// names:
/// - <input>, <input cell>: what X is made of
/// - <+b_Q>, <+b_Q c> (its cell), <*b_Q c> (a factor), <+M>: empty if the layer has no such array
/// - <h>: the head's number
/// - <source>, <source x>, <width of source>: the rows that keys and values are made from
/// - <Q read>, <K read T>, <q read>: the latest array of the chain (arrays.h) that ends in Q or K, or its cell
/// - <Q to turn>, <q to turn>: the array that is rotated
/// - <score read>, <score cell read>: the scores that the mask is added to
/// - <norm of heads>: the norm of queries and keys
/// Scopes write their contents, as in <heads(> … <)heads>:
/// - heads, one: if there are several heads, or one
/// - rows, columns: if tokens are rows, or columns
/// - changed, plain: if a mask, a bias or a cap comes between scaling and softmax, or none does
/// - any head, any key: for any head, or for any key j', next to the formula's own key j
/// - scale, cap, norm of heads cell: with the scale, the cap or the norm around them
/// If tokens are columns, indices of a cell in a matrix are swapped, C_{<column><i>} for C_{<i><column>}; those of a
/// small letter, q_{<i><column>}, stay.
std::string in_notation(std::string_view formula, const Notation& notation, std::optional<Index> head = std::nullopt);

/// The TeX, and the name of each symbol in it.
NamedTex named_in_notation(std::string_view formula, const Notation& notation,
                           std::optional<Index> head = std::nullopt);

/// The tree of the formula, with symbols in place of names.
FormulaNode tree_in_notation(std::string_view formula, const Notation& notation,
                             std::optional<Index> head = std::nullopt);
FormulaNode tree_in_notation(const FormulaNode& formula, const Notation& notation,
                             std::optional<Index> head = std::nullopt);

/// The tree of an untrusted formula; fails if the formula cannot be read or a name is unknown.
Result<FormulaNode> checked_in_notation(std::string_view formula, const Notation& notation,
                                        std::optional<Index> head = std::nullopt);

/// The tree of the formula with its conditions decided, and with names instead of symbols.
FormulaNode laid_out(std::string_view formula, const Notation& notation);

/// The name of a token's line in stages: "row", or "column".
std::string_view token_line(bool tokens_as_columns);

/// The noun for a token: "letter" if tokens are letters, else `usual`, "token" or "word".
std::string_view noun_of_token(const Notation& notation, std::string_view usual = "token");

/// The formula as plain Unicode letters: "α", "dₖ", "score".
std::string in_letters(std::string_view formula, const Notation& notation);

/// The multiplication sign of the notation between two numbers: "×", or "·".
std::string times_sign(const Notation& notation);
/// The sign of a transposed symbol within words: "⊤", or "ᵀ".
std::string transposed_sign(const Notation& notation);

} // namespace attn
