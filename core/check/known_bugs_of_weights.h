#pragma once

#include "core/check/known_bugs.h"
#include "core/model/cell.h"

namespace attn {

// Slips in inputs, weights and biases, for the table of slips. Q, K or V stands for the weights and the bias that
// make it.

void leave_out_positions(Trial& trial);
void begin_positions_at_one(Trial& trial);
void put_sines_before_cosines(Trial& trial);

/// X W ᵀ instead of X W, for W_Q, W_K or W_V; C W_Oᵀ for W_O.
void transpose_W_Q(Trial& trial);
void transpose_W_K(Trial& trial);
void transpose_W_V(Trial& trial);
void transpose_W_O(Trial& trial);
void transpose_all_but_W_O(Trial& trial);
void transpose_all(Trial& trial);

void leave_out_b_Q(Trial& trial);
void leave_out_b_K(Trial& trial);
void leave_out_b_V(Trial& trial);
void leave_out_b_O(Trial& trial);
void leave_out_all_biases(Trial& trial);
void add_b_O_for_each_head(Trial& trial);

/// The first made as the second is.
void make_Q_as_K(Trial& trial);
void make_K_as_Q(Trial& trial);
void make_V_as_K(Trial& trial);
void make_V_as_Q(Trial& trial);
void make_K_as_V(Trial& trial);
void make_Q_as_V(Trial& trial);
void swap_Q_and_K(Trial& trial);
void swap_K_and_V(Trial& trial);

/// X itself.
void leave_out_W_Q(Trial& trial);
void leave_out_W_K(Trial& trial);
void leave_out_W_V(Trial& trial);

void leave_out_W_O(Trial& trial);
void add_input_to_output(Trial& trial);

} // namespace attn
