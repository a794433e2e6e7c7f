#pragma once

#include "core/model/structure.h"

#include <cstdint>
#include <vector>

namespace attn {

// The arrays by which blocks are connected, and the array that predicts the next word.

/// The array that enters a block: the residual stream, or X if there is none.
ArrayId entering_array(const Layer& layer);

/// The array that a block passes to the next.
ArrayId leaving_array(const Structure& structure);

/// The array of each head that is multiplied by W_O: O, or O after its gate.
ArrayId handed_over(const Structure& structure);

/// The arrays that attention and the MLP add to the residual stream: Y and mlp_Y, or their norms. The block may lack
/// them.
ArrayId added_by_attention(const Structure& structure);
ArrayId added_by_mlp(const Structure& structure);

/// The parts of a block that add to the stream.
enum class Sublayer : std::uint8_t { attention, mlp, both };
/// The arrays that a sublayer adds; empty if the block does not have it.
std::vector<ArrayId> added_by(const Layer& layer, Sublayer part);
/// True if the sublayer is on. If it is switched off, its arrays are given as zeros.
bool is_on(const Layer& layer, Sublayer part);

/// True if the stream after the block is the sum of what entered it and what was added, i.e. no norm follows an
/// addition.
bool is_sum(const Structure& structure);

/// The array with the logits of the next word.
ArrayId next_word_array(const Output& output);

/// The array of the residual stream after attention.
ArrayId behind_attention(const Block& block);

/// The first array of the MLP.
ArrayId first_of_mlp();

/// Succeeds if all blocks are valid and each fits to the block before it. The message names the layer.
Result<void> validate(const Model& model);

} // namespace attn
