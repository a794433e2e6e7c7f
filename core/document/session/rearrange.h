#pragma once

#include "core/document/session/edits.h"

#include <string>
#include <vector>

namespace attn {

/// The former index of each token of an item, or `new_token`.
using Origins = std::vector<Index>;
constexpr Index new_token = -1;

/// The origins if tokens keep their indices; new tokens are at the end.
Origins places_kept(Index before, Index after);

/// The origins of tokens if one list becomes another, by a longest common subsequence. Between two tokens that stay,
/// new tokens count as renamed old ones as far as their numbers match.
Origins origins_of(const std::vector<std::string>& before, const std::vector<std::string>& after);

/// Moves everything that belongs to the tokens of a sequence: pins, given stages, painted and given masks and padding,
/// by row (queries) and by column (keys). `origins` has an entry for each item. Matrices that all items share
/// (positions, or a mask that is painted or given once) move only if there is a single item; otherwise they stay, and
/// are cut or extended at their end. Rows and columns of new tokens are zeros. Returns a notice with the number of
/// dropped pins and the arrays that got zeros.
NamedWords rearrange(Layer& layer, Side side, const std::vector<Origins>& origins);

} // namespace attn
