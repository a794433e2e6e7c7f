#pragma once

#include "core/document/session/edits.h"

#include <string>
#include <vector>

namespace attn {

/// The former place of each token of an item, or `new_token`.
using Origins = std::vector<Index>;
constexpr Index new_token = -1;

/// The origins if tokens stay in place: a longer item has new tokens at its end.
Origins places_kept(Index before, Index after);

/// The origins of tokens when one list becomes another, by a longest common subsequence. Between two tokens that stay,
/// as many new tokens as old ones count as renamed.
Origins origins_of(const std::vector<std::string>& before, const std::vector<std::string>& after);

/// Moves what belongs to the tokens of one sequence: pins, given stages, painted and given masks and padding, by row
/// (queries) and by column (keys). `origins` has one entry for each item. Matrices that all items share (positions, a
/// mask that is painted or given once) move with the tokens of a single item; with several items they stay in place,
/// and are cut or extended at their end. Rows and columns of new tokens are zeros. Returns a notice: how many pins were
/// dropped, and which arrays got zeros.
NamedWords rearrange(Layer& layer, Side side, const std::vector<Origins>& origins);

} // namespace attn
