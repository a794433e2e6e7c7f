#pragma once

#include "core/check/known_bugs.h"

namespace attn {

// Slips in the mask and in applying it, for the table of slips.

void forget_causal_mask(Trial& trial);
void add_causal_mask(Trial& trial);
void forget_padding(Trial& trial);
void forget_window(Trial& trial);
/// All of it, where it is made of several masks or given.
void forget_mask(Trial& trial);

/// One key more, or one less.
void shift_window_by_one(Trial& trial);
/// No token reads itself, where there is no causal mask.
void hide_own_key(Trial& trial);

/// j < i instead of j ≤ i.
void hide_diagonal(Trial& trial);
/// j ≤ i + 1.
void show_next_token(Trial& trial);
/// j ≥ i.
void flip_triangle(Trial& trial);
/// The triangle is counted from the bottom right, where there are more keys than queries or fewer.
void count_from_bottom_right(Trial& trial);

/// What shall be hidden is read, and the other way round.
void invert_mask(Trial& trial);
/// +∞ instead of −∞.
void flip_sign_of_mask(Trial& trial);
/// Hidden scores become 0 instead of −∞.
void hide_with_zero(Trial& trial);
/// Truth values are added as 0 and 1.
void add_truth_values(Trial& trial);
/// A large negative number instead of −∞: a row that is masked whole shares all the same.
void hide_with_finite_number(Trial& trial);
/// Padding hides what [pad] reads instead of who reads [pad].
void hide_padded_queries(Trial& trial);

} // namespace attn
