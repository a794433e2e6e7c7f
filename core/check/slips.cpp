#include "core/check/slips.h"

#include "core/check/slips_of_heads.h"
#include "core/check/slips_of_masks.h"
#include "core/check/slips_of_rotary.h"
#include "core/check/slips_of_scores.h"
#include "core/check/slips_of_softmax.h"
#include "core/check/slips_of_weights.h"

#include <array>

namespace attn {

namespace {

using enum StageId;

constexpr std::array table{
    Slip{"positions-from-one", "positions are counted from 1 instead of 0", P, begin_positions_at_one},
    Slip{"positions-in-halves", "the sines of positions stand before the cosines instead of alternating with them", P,
         put_sines_before_cosines},
    Slip{"no-positions", "positions are not added to the embeddings", P, leave_out_positions},

    Slip{"W_Q-transposed", "W_Q is transposed: X W_Qᵀ instead of X W_Q", Q, transpose_W_Q},
    Slip{"W_K-transposed", "W_K is transposed: X W_Kᵀ instead of X W_K", K, transpose_W_K},
    Slip{"W_V-transposed", "W_V is transposed: X W_Vᵀ instead of X W_V", V, transpose_W_V},
    Slip{"W_QKV-transposed", "W_Q, W_K and W_V are transposed: X Wᵀ instead of X W", Q, transpose_all_but_W_O},
    Slip{"all-weights-transposed", "all four weights are transposed: X Wᵀ instead of X W", Q, transpose_all},
    Slip{"no-b_Q", "the bias b_Q is not added", Q, leave_out_b_Q},
    Slip{"no-b_K", "the bias b_K is not added", K, leave_out_b_K},
    Slip{"no-b_V", "the bias b_V is not added", V, leave_out_b_V},
    Slip{"no-biases", "no bias is added", Q, leave_out_all_biases},
    Slip{"Q-as-K", "Q is made with W_K instead of W_Q, or K is used in its place", Q, make_Q_as_K},
    Slip{"Q-as-V", "Q is made with W_V instead of W_Q, or V is used in its place", Q, make_Q_as_V},
    Slip{"K-as-Q", "K is made with W_Q instead of W_K, or Q is used in its place", K, make_K_as_Q},
    Slip{"K-as-V", "K is made with W_V instead of W_K, or V is used in its place", K, make_K_as_V},
    Slip{"V-as-Q", "V is made with W_Q instead of W_V, or Q is used in its place", V, make_V_as_Q},
    Slip{"V-as-K", "V is made with W_K instead of W_V, or K is used in its place", V, make_V_as_K},
    Slip{"W_Q-W_K-swapped", "W_Q and W_K are swapped", Q, swap_Q_and_K},
    Slip{"W_K-W_V-swapped", "W_K and W_V are swapped", K, swap_K_and_V},
    Slip{"Q-unprojected", "Q is X itself, not multiplied by W_Q", Q, leave_out_W_Q},
    Slip{"K-unprojected", "K is X itself, not multiplied by W_K", K, leave_out_W_K},
    Slip{"V-unprojected", "V is X itself, not multiplied by W_V", V, leave_out_W_V},
    Slip{"heads-reshaped",
         "heads are split the wrong way round: (S, H·d) is reshaped to (H, S, d); reshape to (S, H, d), then transpose",
         Q, reshape_to_heads},
    Slip{"heads-interleaved",
         "heads are split the wrong way round: head h takes every H-th column instead of columns h·d to h·d + d − 1", Q,
         interleave_heads},
    Slip{"heads-as-tokens", "the axes of heads and tokens are taken for each other: (S, H, d) for (H, S, d)", Q,
         take_tokens_for_heads},

    Slip{"no-rotary", "queries, keys or both are not turned by their rotary positions", Q_rotated, leave_out_turning},
    Slip{"rotary-pairs",
         "rotary positions turn the wrong pairs of columns: i with i + n/2 where 2i with 2i + 1 is meant, or the other "
         "way round",
         Q_rotated, pair_other_columns},
    Slip{"rotary-backward", "rotary positions turn the other way: the sines have the wrong sign", Q_rotated,
         turn_backward},
    Slip{"rotary-from-one", "rotary positions are counted from 1 instead of 0", Q_rotated, turn_from_place_one},
    Slip{"rotary-base", "rotary positions have another base (10000 is GPT-J's and Llama's, 500000 Llama 3's)",
         Q_rotated, turn_with_another_base},
    Slip{"rotary-columns", "rotary positions turn all columns of a head instead of the first, or half of them",
         Q_rotated, turn_other_number_of_columns},

    Slip{"groups-tiled",
         "heads take shared keys and values in turns (head h those of h mod H_kv) instead of neighbours sharing them",
         scores, tile_groups},
    Slip{"scores-transposed", "scores are transposed: K Qᵀ instead of Q Kᵀ", scores, transpose_scores},
    Slip{"K-not-transposed", "K is not transposed: Q K instead of Q Kᵀ", scores, leave_K_untransposed},
    Slip{"one-head", "heads are not split: one softmax over scores of the full width", scores, use_one_head},

    Slip{"no-scale", "scores are not scaled: the factor 1/√d_k is missing", scaled, leave_out_scale},
    Slip{"divided-by-d_k", "scores are divided by d_k instead of √d_k, or twice by √d_k", scaled, divide_by_d_k},
    Slip{"divided-by-sqrt-D", "scores are divided by √D, the width of the model, instead of √d_k of a head", scaled,
         divide_by_sqrt_D},
    Slip{"multiplied-by-sqrt-d_k", "scores are multiplied by √d_k instead of divided", scaled, multiply_by_sqrt_d_k},
    Slip{"divided-by-sqrt-d_k", "scores are divided by √d_k, but this layer has another scale", scaled,
         divide_by_sqrt_d_k},
    Slip{"no-temperature", "the temperature is left out", scaled, leave_out_temperature},
    Slip{"multiplied-by-temperature", "scores are multiplied by the temperature instead of divided", scaled,
         multiply_by_temperature},

    Slip{"causal-forgotten", "the causal mask is not applied: tokens read later ones", mask, forget_causal_mask},
    Slip{"padding-forgotten", "the padding mask is not applied: [pad] is read", mask, forget_padding},
    Slip{"window-forgotten", "the window is not applied", mask, forget_window},
    Slip{"mask-forgotten", "no mask is applied at all", mask, forget_mask},
    Slip{"causal-strict", "the causal mask hides the diagonal too: j < i instead of j ≤ i", mask, hide_diagonal},
    Slip{"causal-loose", "the causal mask begins one too late: j ≤ i + 1 instead of j ≤ i", mask, show_next_token},
    Slip{"causal-flipped", "the triangle of the causal mask is flipped: j ≥ i instead of j ≤ i", mask, flip_triangle},
    Slip{"causal-from-bottom-right", "the causal mask is counted from the bottom right instead of the top left", mask,
         count_from_bottom_right},
    Slip{"mask-inverted", "the mask is inverted: it hides what may be read and shows what is hidden", mask,
         invert_mask},
    Slip{"mask-sign", "the mask has the wrong sign: +∞ or a large positive number instead of −∞", mask,
         flip_sign_of_mask},
    Slip{"mask-of-truth-values", "the mask adds 0 and 1 instead of 0 and −∞", mask, add_truth_values},
    Slip{"padding-on-queries", "padding hides rows (queries) instead of columns (keys)", mask, hide_padded_queries},
    Slip{"mask-finite",
         "a large negative number hides instead of −∞, so that rows that are masked whole share among hidden keys",
         mask, hide_with_finite_number},
    Slip{"mask-of-zero", "hidden scores are set to 0 instead of −∞ (the mask is multiplied)", masked, hide_with_zero},

    Slip{"softmax-over-columns", "softmax runs over the wrong axis: over queries (columns sum to 1) instead of keys", A,
         softmax_over_columns},
    Slip{"softmax-over-heads", "softmax runs over the wrong axis: over heads instead of keys", A, softmax_over_heads},
    Slip{"softmax-over-items", "softmax runs over the wrong axis: over the batch instead of keys", A,
         softmax_over_items},
    Slip{"softmax-over-everything", "softmax runs over all cells at once instead of each row", A,
         softmax_over_everything},
    Slip{"mask-after-softmax", "the mask is applied after softmax and rows no longer sum to 1", A, mask_after_softmax},
    Slip{"softmax-twice", "softmax is applied twice", A, apply_softmax_twice},
    Slip{"no-softmax", "softmax is left out", A, leave_out_softmax},
    Slip{"no-division", "exponentials are not divided by their sum", A, leave_out_division},
    Slip{"overflow", "exponentials overflow: subtract each row's maximum first", A, overflow},
    Slip{"dropout", "dropout is on: some shares are zero and the others larger; switch to evaluation", A, nullptr,
         looks_like_dropout},

    Slip{"rotary-on-V", "V is turned by rotary positions too, which only Q and K are", O, turn_values_too},
    Slip{"A-transposed", "A is transposed: Aᵀ V instead of A V", O, transpose_A},
    Slip{"concat-reshaped",
         "heads are joined the wrong way round: (H, S, d) is reshaped to (S, H·d) without transposing", concat,
         reshape_from_heads},
    Slip{"concat-interleaved", "concat is interleaved: the first columns of all heads, then their second ones …",
         concat, interleave_concat},

    Slip{"W_O-transposed", "W_O is transposed: C W_Oᵀ instead of C W_O", parts, transpose_W_O},
    Slip{"no-W_O", "W_O is left out: the output is the joined heads", Y, leave_out_W_O},
    Slip{"no-b_O", "the bias b_O is not added", Y, leave_out_b_O},
    Slip{"b_O-for-each-head", "the bias b_O is added once for each head", Y, add_b_O_for_each_head},
    Slip{"residual", "the input X is added to the output, which belongs to the block around this layer", Y,
         add_input_to_output},

    Slip{"rounded", "numbers are rounded to a few decimals; --tolerance lets them pass", E, nullptr, looks_rounded},
    Slip{"float16", "differences are the size of float16 rounding (half precision)", E, nullptr, looks_like_float16},
    Slip{"bfloat16", "differences are the size of bfloat16 rounding", E, nullptr, looks_like_bfloat16},
};

} // namespace

std::span<const Slip> slips() {
    return table;
}

} // namespace attn
