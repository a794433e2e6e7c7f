#pragma once

#include "core/check/known_bugs.h"
#include "core/model/cell.h"

#include <string_view>

namespace attn {

// What the rows of known_bugs.cpp try: each makes one slip in all its forms.

// Forms of slips that befall queries or keys.
inline constexpr std::string_view queries_alone = "queries alone, keys are right";
inline constexpr std::string_view keys_alone = "keys alone, queries are right";

// Slips in what a layer of a model reads: the norm that makes X, and the tensor that holds queries, keys and values.

/// X is what enters the norm.
void forget_norm(Trial& trial);
void norm_twice(Trial& trial);
/// Its gain is taken for 1, and its bias for 0 perhaps.
void leave_out_gain_of_norm(Trial& trial);
/// LayerNorm for RMSNorm, or the other way round.
void take_other_norm(Trial& trial);
/// An epsilon that other models have.
void take_other_epsilon(Trial& trial);
/// Gains that are stored less 1 taken as they stand, or the other way round.
void shift_gain_by_one(Trial& trial);
/// One tensor for queries, keys and values, cut head by head where it holds all queries first, or the other way round.
void split_packed_by_head(Trial& trial);

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
void add_biases_twice(Trial& trial);
void add_b_O_twice(Trial& trial);
void add_b_O_for_each_head(Trial& trial);
/// One for another's, or after what follows the projection: the norm of heads, rotary positions, the scale.
void put_biases_elsewhere(Trial& trial);
/// (C + b_O) W_O.
void add_b_O_before_W_O(Trial& trial);

/// The first made as the second is.
void make_Q_as_K(Trial& trial);
void make_K_as_Q(Trial& trial);
void make_V_as_K(Trial& trial);
void make_V_as_Q(Trial& trial);
void make_K_as_V(Trial& trial);
void make_Q_as_V(Trial& trial);
void swap_Q_and_K(Trial& trial);
void swap_K_and_V(Trial& trial);
void swap_Q_and_V(Trial& trial);
/// One tensor for all three is cut as K, V, Q or as V, Q, K.
void take_packed_parts_in_turn(Trial& trial);

/// X itself.
void leave_out_W_Q(Trial& trial);
void leave_out_W_K(Trial& trial);
void leave_out_W_V(Trial& trial);

void leave_out_W_O(Trial& trial);
void add_input_to_output(Trial& trial);

// Slips in cutting Q, K, V into heads and in joining the heads again, for the table of slips.

/// (S, H·d) is reshaped to (H, S, d) at once, not to (S, H, d) and transposed.
void reshape_to_heads(Trial& trial);
/// Head h takes the columns h, h + H, h + 2H …
void interleave_heads(Trial& trial);
/// (S, H, d) is taken for (H, S, d), where there are as many heads as tokens.
void take_tokens_for_heads(Trial& trial);
/// One head of the full width.
void use_one_head(Trial& trial);

/// Head h takes the keys and values of the group h mod H_kv, where neighbours share them.
void tile_groups(Trial& trial);

/// The last head's output stands first.
void reverse_heads(Trial& trial);
/// (H, S, d) is reshaped to (S, H·d) at once.
void reshape_from_heads(Trial& trial);
/// The first columns of all heads stand first.
void interleave_concat(Trial& trial);

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
/// Once more than they should be.
void turn_twice(Trial& trial);
/// Cosines and sines stand as for neighbours, and halves are turned; or the other way round.
void mix_angles_of_pairs(Trial& trial);
/// base^(−2i/D), base^(−i/n).
void take_other_exponents(Trial& trial);
/// All heads side by side are turned as one, then cut apart.
void turn_before_split(Trial& trial);
/// Turned first and normed then.
void turn_before_norm(Trial& trial);
/// V is turned like K.
void turn_values_too(Trial& trial);

// Slips between Q and K and the mask, for the table of slips.

void transpose_scores(Trial& trial);
/// Q K instead of Q Kᵀ, where there are as many keys as dimensions.
void leave_K_untransposed(Trial& trial);
/// K is reshaped to (d, S).
void reshape_K(Trial& trial);
/// Items at the same place read each other, as where (B, S, D) is taken for (S, B, D).
void take_items_for_tokens(Trial& trial);

void leave_out_scale(Trial& trial);
void divide_by_d_k(Trial& trial);
void divide_by_sqrt_D(Trial& trial);
/// By the square root of the number of heads, or of keys.
void divide_by_sqrt_H(Trial& trial);
void divide_by_sqrt_S(Trial& trial);
void multiply_by_sqrt_d_k(Trial& trial);
/// 1/√d_k where the layer has another scale.
void divide_by_sqrt_d_k(Trial& trial);

void leave_out_temperature(Trial& trial);
void multiply_by_temperature(Trial& trial);

// Slips with what a layer adds to plain attention, for the table of slips: biases by distance, caps, gates, norms of
// queries and keys. Each is tried on layers alone that have it.

void leave_out_alibi(Trial& trial);
/// The bias grows with the distance instead of falling.
void flip_sign_of_alibi(Trial& trial);

void add_alibi_twice(Trial& trial);
/// To what is scaled afterwards.
void add_alibi_before_scaling(Trial& trial);
/// Other costs of a step, as naive programs have them.
void take_other_slopes(Trial& trial);

void leave_out_cap(Trial& trial);
/// tanh(score / c) instead of c · tanh(score / c).
void forget_factor_of_cap(Trial& trial);
/// Cut at −c and c.
void clamp_instead_of_capping(Trial& trial);
/// c · tanh(score / c) / √d_k instead of the cap of what is scaled.
void cap_before_scaling(Trial& trial);
/// After the bias and the mask are added.
void cap_after_mask(Trial& trial);

void leave_out_gate(Trial& trial);
void gate_twice(Trial& trial);
/// X W_G itself, or times its sigmoid.
void leave_out_sigmoid(Trial& trial);
void take_silu_for_sigmoid(Trial& trial);
/// Each key's values pass its own gate before they are mixed.
void gate_values(Trial& trial);

/// Of queries and keys, or of one of them.
void leave_out_head_norms(Trial& trial);
void norm_heads_twice(Trial& trial);
/// Means and variances of all heads together, or of each where they are of all.
void norm_all_heads_together(Trial& trial);
void leave_out_norm_of_values(Trial& trial);
/// Their gain is taken for 1.
void leave_out_gain_of_head_norms(Trial& trial);

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
/// Hidden scores become a number that real scores fall below, or it is added to them.
void hide_above_scores(Trial& trial);
/// Truth values are added as 0 and 1.
void add_truth_values(Trial& trial);
/// A large negative number instead of −∞: a row that is masked whole shares all the same.
void hide_with_finite_number(Trial& trial);
/// Padding hides the words and shows what fills up.
void invert_padding(Trial& trial);
void take_padding_of_other_item(Trial& trial);
/// A key is hidden only where all masks hide it.
void join_masks_by_or(Trial& trial);
/// The mask of the row above, or below.
void shift_rows_of_mask(Trial& trial);
/// Padding hides what [pad] reads instead of who reads [pad].
void hide_padded_queries(Trial& trial);

// Slips in softmax and in what is done with the shares, for the table of slips.

/// Over queries instead of keys.
void softmax_over_columns(Trial& trial);
void softmax_over_heads(Trial& trial);
void softmax_over_items(Trial& trial);
/// Over all cells of a head, of an item, or of all.
void softmax_over_everything(Trial& trial);

/// Shares of hidden keys are set to 0 after softmax, and the rest is not shared out again.
void mask_after_softmax(Trial& trial);
void apply_softmax_twice(Trial& trial);
void leave_out_softmax(Trial& trial);
/// One more key, whose score and value are 0.
void add_zero_to_softmax(Trial& trial);
/// All heads have the mean of their shares.
void average_over_heads(Trial& trial);
void leave_out_division(Trial& trial);
/// Exponentials of large scores without subtracting the maximum: infinite in float32.
void overflow(Trial& trial);

/// Aᵀ V instead of A V.
void transpose_A(Trial& trial);

/// Cells of A are zero at random, the others larger by one factor: dropout.
bool looks_like_dropout(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement);
/// The same, the others as they should be.
bool looks_like_dropout_not_rescaled(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement);
/// Cells of Y are zero at random.
bool looks_like_dropout_of_output(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement);
/// All numbers end after a few decimals.
bool looks_rounded(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement);
/// Weights, or numbers on the way, are rounded to 16 bits.
void round_to_float16(Trial& trial);
void round_to_bfloat16(Trial& trial);
/// Scores beyond what float16 holds are infinite, and the rows of A that have one are NaN.
bool looks_like_overflow_of_float16(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement);
/// Every number has 16 bits, and differences are as large as these make them.
bool looks_like_float16(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement);
bool looks_like_bfloat16(const Trace& correct, const AnsweredStage& answered, const Agreement& agreement);

} // namespace attn
