#pragma once

#include "core/check/known_bugs.h"

namespace attn {

// Slips in what a layer of a model reads: the norm that makes X, and the tensor that holds queries, keys and values.

/// X is what enters the norm.
void forget_norm(Trial& trial);
/// LayerNorm for RMSNorm, or the other way round.
void take_other_norm(Trial& trial);
/// An epsilon that other models have.
void take_other_epsilon(Trial& trial);
/// Gains that are stored less 1 taken as they stand, or the other way round.
void shift_gain_by_one(Trial& trial);
/// One tensor for queries, keys and values, cut head by head where it holds all queries first, or the other way round.
void split_packed_by_head(Trial& trial);

} // namespace attn
