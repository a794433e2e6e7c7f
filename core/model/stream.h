#pragma once

#include "core/model/structure.h"

#include <cstdint>
#include <vector>

namespace attn {

// The arrays that blocks hand on to each other, and the array that predicts the next word.

/// The array that enters a block: the residual stream, or X itself if there is none.
ArrayId entering_array(const Layer& layer);

/// The array that a block hands on to the next.
ArrayId leaving_array(const Structure& structure);

/// The array of each head that W_O multiplies: O, or O behind its gate.
ArrayId handed_over(const Structure& structure);

/// The arrays that attention and the MLP add to the stream: Y and mlp_Y, or their norms. The block need not have them.
ArrayId added_by_attention(const Structure& structure);
ArrayId added_by_mlp(const Structure& structure);

/// The parts of a block that add to the stream.
enum class Sublayer : std::uint8_t { attention, mlp, both };
/// The arrays that the sublayer adds; none if the block does not have it.
std::vector<ArrayId> added_by(const Layer& layer, Sublayer part);
/// True if the sublayer adds what it computes; false if it is switched off: zeros are given in place of its arrays.
bool is_on(const Layer& layer, Sublayer part);

/// True if the stream behind the block is what entered it and what was added, since no norm stands behind an addition.
bool is_sum(const Structure& structure);

/// The array with the scores of the words that may follow.
ArrayId next_word_array(const Output& output);

/// The first sum of the residual stream.
ArrayId behind_attention(const Block& block);

/// The first array of the MLP.
ArrayId first_of_mlp();

/// Succeeds if every block is valid behind the blocks before it. The message names the layer.
Result<void> validate(const Model& model);

} // namespace attn
