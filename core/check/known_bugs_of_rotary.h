#pragma once

#include "core/check/known_bugs.h"

namespace attn {

// Slips in turning queries and keys by their place, for the table of slips.

/// Queries and keys, or one of them, are not turned at all.
void leave_out_turning(Trial& trial);
/// Halves for neighbours, or the other way round.
void pair_other_columns(Trial& trial);
/// The other direction: sines with the wrong sign.
void turn_backward(Trial& trial);
/// Places are counted from 1: of both, of queries or of keys.
void turn_from_place_one(Trial& trial);
/// A base that other models have.
void turn_with_another_base(Trial& trial);
/// All columns turn where only the first do, or half of them where all do.
void turn_other_number_of_columns(Trial& trial);
/// V is turned like K.
void turn_values_too(Trial& trial);

} // namespace attn
