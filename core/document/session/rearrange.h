#pragma once

#include "core/document/session/edits.h"

#include <string>
#include <vector>

namespace attn {

/// Where each token of an item stood before, or `new_token`.
using Origins = std::vector<Index>;
constexpr Index new_token = -1;

/// Origins of tokens of which the first stay where they are: a longer item has new ones at its end.
Origins places_kept(Index before, Index after);

/// Which tokens stay when one list becomes another: a longest common subsequence. Between two that stay, as many new
/// tokens as old ones count as the old ones renamed.
Origins origins_of(const std::vector<std::string>& before, const std::vector<std::string>& after);

/// What belongs to tokens of one sequence moves with them: pins, given stages, painted and given masks, padding, by
/// row (queries) and by column (keys). There are origins for each item. What all items share (positions, a mask
/// that is painted or given once) moves with the tokens of the only item; with more items it stays in place and is
/// cut or extended at its end. Rows and columns of new tokens are zeros.
/// Returns what the user should hear: how many pins went, what got zeros.
NamedWords rearrange(Layer& layer, Side side, const std::vector<Origins>& origins);

} // namespace attn
