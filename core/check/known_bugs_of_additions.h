#pragma once

#include "core/check/known_bugs.h"

namespace attn {

// Slips with what a layer adds to plain attention, for the table of slips: biases by distance, caps, gates, norms of
// queries and keys. Each is tried on layers alone that have it.

void leave_out_alibi(Trial& trial);
/// The bias grows with the distance instead of falling.
void flip_sign_of_alibi(Trial& trial);

void leave_out_cap(Trial& trial);
/// c · tanh(score / c) / √d_k instead of the cap of what is scaled.
void cap_before_scaling(Trial& trial);
/// After the bias and the mask are added.
void cap_after_mask(Trial& trial);

void leave_out_gate(Trial& trial);

/// Of queries and keys.
void leave_out_head_norms(Trial& trial);
/// Their gain is taken for 1.
void leave_out_gain_of_head_norms(Trial& trial);

} // namespace attn
