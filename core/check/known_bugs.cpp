#include "core/check/known_bugs.h"

#include "core/check/bug_attempts.h"

#include <array>

namespace attn {

namespace {

using enum ArrayId;

constexpr std::array table{
    KnownBug{"positions-from-one", "positions are counted from 1 instead of 0", P, begin_positions_at_one},
    KnownBug{"positions-in-halves", "the sines of positions stand before the cosines instead of alternating with them",
             P, put_sines_before_cosines},
    KnownBug{"no-positions", "positions are not added to the embeddings", P, leave_out_positions},

    KnownBug{"no-norm", "the norm before the layer is forgotten: X is what enters it", X, forget_norm},
    KnownBug{"other-norm", "LayerNorm and RMSNorm are taken for each other", X, take_other_norm},
    KnownBug{"epsilon", "the norm has another epsilon (1e-5 is GPT-2's and Llama 2's, 1e-6 Llama 1's, 1e-12 BERT's)", X,
             take_other_epsilon},
    KnownBug{"gain-from-one", "the norm multiplies by its gain where 1 is added to it before, or the other way round",
             X, shift_gain_by_one},

    KnownBug{"packed-by-head",
             "the tensor of Q, K and V is cut head by head where all queries come first, or the other way round", Q,
             split_packed_by_head},
    KnownBug{"W_Q-transposed", "W_Q is transposed: X W_Qᵀ instead of X W_Q", Q, transpose_W_Q},
    KnownBug{"W_K-transposed", "W_K is transposed: X W_Kᵀ instead of X W_K", K, transpose_W_K},
    KnownBug{"W_V-transposed", "W_V is transposed: X W_Vᵀ instead of X W_V", V, transpose_W_V},
    KnownBug{"W_QKV-transposed", "W_Q, W_K and W_V are transposed: X Wᵀ instead of X W", Q, transpose_all_but_W_O},
    KnownBug{"all-weights-transposed", "all four weights are transposed: X Wᵀ instead of X W", Q, transpose_all},
    KnownBug{"no-b_Q", "the bias b_Q is not added", Q, leave_out_b_Q},
    KnownBug{"no-b_K", "the bias b_K is not added", K, leave_out_b_K},
    KnownBug{"no-b_V", "the bias b_V is not added", V, leave_out_b_V},
    KnownBug{"no-biases", "no bias is added", Q, leave_out_all_biases},
    KnownBug{"Q-as-K", "Q is made with W_K instead of W_Q, or K is used in its place", Q, make_Q_as_K},
    KnownBug{"Q-as-V", "Q is made with W_V instead of W_Q, or V is used in its place", Q, make_Q_as_V},
    KnownBug{"K-as-Q", "K is made with W_Q instead of W_K, or Q is used in its place", K, make_K_as_Q},
    KnownBug{"K-as-V", "K is made with W_V instead of W_K, or V is used in its place", K, make_K_as_V},
    KnownBug{"V-as-Q", "V is made with W_Q instead of W_V, or Q is used in its place", V, make_V_as_Q},
    KnownBug{"V-as-K", "V is made with W_K instead of W_V, or K is used in its place", V, make_V_as_K},
    KnownBug{"W_Q-W_K-swapped", "W_Q and W_K are swapped", Q, swap_Q_and_K},
    KnownBug{"W_K-W_V-swapped", "W_K and W_V are swapped", K, swap_K_and_V},
    KnownBug{"Q-unprojected", "Q is X itself, not multiplied by W_Q", Q, leave_out_W_Q},
    KnownBug{"K-unprojected", "K is X itself, not multiplied by W_K", K, leave_out_W_K},
    KnownBug{"V-unprojected", "V is X itself, not multiplied by W_V", V, leave_out_W_V},
    KnownBug{
        "heads-reshaped",
        "heads are split the wrong way round: (S, H·d) is reshaped to (H, S, d); reshape to (S, H, d), then transpose",
        Q, reshape_to_heads},
    KnownBug{
        "heads-interleaved",
        "heads are split the wrong way round: head h takes every H-th column instead of columns h·d to h·d + d − 1", Q,
        interleave_heads},
    KnownBug{"heads-as-tokens", "the axes of heads and tokens are taken for each other: (S, H, d) for (H, S, d)", Q,
             take_tokens_for_heads},

    KnownBug{"no-norm-of-heads", "the norm of queries and keys is left out", Q_normed, leave_out_head_norms},
    KnownBug{"no-gain-of-heads", "the gain of the norm of queries and keys is left out", Q_normed,
             leave_out_gain_of_head_norms},

    KnownBug{"no-rotary", "queries, keys or both are not turned by their rotary positions", Q_rotated,
             leave_out_turning},
    KnownBug{
        "rotary-pairs",
        "rotary positions turn the wrong pairs of columns: i with i + n/2 where 2i with 2i + 1 is meant, or the other "
        "way round",
        Q_rotated, pair_other_columns},
    KnownBug{"rotary-backward", "rotary positions turn the other way: the sines have the wrong sign", Q_rotated,
             turn_backward},
    KnownBug{"rotary-from-one", "rotary positions are counted from 1 instead of 0", Q_rotated, turn_from_place_one},
    KnownBug{"rotary-base", "rotary positions have another base (10000 is GPT-J's and Llama's, 500000 Llama 3's)",
             Q_rotated, turn_with_another_base},
    KnownBug{"rotary-columns", "rotary positions turn all columns of a head instead of the first, or half of them",
             Q_rotated, turn_other_number_of_columns},

    KnownBug{
        "groups-tiled",
        "heads take shared keys and values in turns (head h those of h mod H_kv) instead of neighbours sharing them",
        scores, tile_groups},
    KnownBug{"scores-transposed", "scores are transposed: K Qᵀ instead of Q Kᵀ", scores, transpose_scores},
    KnownBug{"K-not-transposed", "K is not transposed: Q K instead of Q Kᵀ", scores, leave_K_untransposed},
    KnownBug{"one-head", "heads are not split: one softmax over scores of the full width", scores, use_one_head},

    KnownBug{"no-scale", "scores are not scaled: the factor 1/√d_k is missing", scaled, leave_out_scale},
    KnownBug{"divided-by-d_k", "scores are divided by d_k instead of √d_k, or twice by √d_k", scaled, divide_by_d_k},
    KnownBug{"divided-by-sqrt-D", "scores are divided by √D, the width of the model, instead of √d_k of a head", scaled,
             divide_by_sqrt_D},
    KnownBug{"divided-by-sqrt-H", "scores are divided by √H, the number of heads, instead of √d_k of a head", scaled,
             divide_by_sqrt_H},
    KnownBug{"divided-by-sqrt-S", "scores are divided by √S, the number of tokens, instead of √d_k of a head", scaled,
             divide_by_sqrt_S},
    KnownBug{"multiplied-by-sqrt-d_k", "scores are multiplied by √d_k instead of divided", scaled,
             multiply_by_sqrt_d_k},
    KnownBug{"divided-by-sqrt-d_k", "scores are divided by √d_k, but this layer has another scale", scaled,
             divide_by_sqrt_d_k},
    KnownBug{"no-temperature", "the temperature is left out", scaled, leave_out_temperature},
    KnownBug{"multiplied-by-temperature", "scores are multiplied by the temperature instead of divided", scaled,
             multiply_by_temperature},

    KnownBug{"no-cap", "scores are not capped: c · tanh(s / c) is left out", capped, leave_out_cap},
    KnownBug{"cap-before-scale", "scores are capped before they are scaled instead of after it", capped,
             cap_before_scaling},
    KnownBug{"no-alibi", "the bias by distance (ALiBi) is not added to the scores", bias, leave_out_alibi},
    KnownBug{"alibi-sign", "the bias by distance (ALiBi) has the wrong sign: it favours what is far", bias,
             flip_sign_of_alibi},

    KnownBug{"causal-forgotten", "the causal mask is not applied: tokens read later ones", mask, forget_causal_mask},
    KnownBug{"causal-added", "a causal mask is applied, and this layer has none: is it --mask causal?", mask,
             add_causal_mask},
    KnownBug{"padding-forgotten", "the padding mask is not applied: [pad] is read", mask, forget_padding},
    KnownBug{"window-forgotten", "the window is not applied", mask, forget_window},
    KnownBug{"window-off-by-one", "the window is one key longer or shorter", mask, shift_window_by_one},
    KnownBug{"diagonal-hidden", "the diagonal is hidden: no token reads itself", mask, hide_own_key},
    KnownBug{"mask-forgotten", "no mask is applied at all", mask, forget_mask},
    KnownBug{"causal-strict", "the causal mask hides the diagonal too: j < i instead of j ≤ i", mask, hide_diagonal},
    KnownBug{"causal-loose", "the causal mask begins one too late: j ≤ i + 1 instead of j ≤ i", mask, show_next_token},
    KnownBug{"causal-flipped", "the triangle of the causal mask is flipped: j ≥ i instead of j ≤ i", mask,
             flip_triangle},
    KnownBug{"causal-from-bottom-right", "the causal mask is counted from the bottom right instead of the top left",
             mask, count_from_bottom_right},
    KnownBug{"mask-inverted", "the mask is inverted: it hides what may be read and shows what is hidden", mask,
             invert_mask},
    KnownBug{"mask-sign", "the mask has the wrong sign: +∞ or a large positive number instead of −∞", mask,
             flip_sign_of_mask},
    KnownBug{"mask-of-truth-values", "the mask adds 0 and 1 instead of 0 and −∞", mask, add_truth_values},
    KnownBug{"padding-on-queries", "padding hides rows (queries) instead of columns (keys)", mask, hide_padded_queries},
    KnownBug{"mask-finite",
             "a large negative number hides instead of −∞, so that rows that are masked whole share among hidden keys",
             mask, hide_with_finite_number},
    KnownBug{"cap-after-mask", "scores are capped after the mask is added, so that hidden ones become −c", masked,
             cap_after_mask},
    KnownBug{"mask-of-zero", "hidden scores are set to 0 instead of −∞ (the mask is multiplied)", masked,
             hide_with_zero},

    KnownBug{"softmax-over-columns",
             "softmax runs over the wrong axis: over queries (columns sum to 1) instead of keys", A,
             softmax_over_columns},
    KnownBug{"softmax-over-heads", "softmax runs over the wrong axis: over heads instead of keys", A,
             softmax_over_heads},
    KnownBug{"softmax-over-items", "softmax runs over the wrong axis: over the batch instead of keys", A,
             softmax_over_items},
    KnownBug{"softmax-over-everything", "softmax runs over all cells at once instead of each row", A,
             softmax_over_everything},
    KnownBug{"mask-after-softmax", "the mask is applied after softmax and rows no longer sum to 1", A,
             mask_after_softmax},
    KnownBug{"softmax-twice", "softmax is applied twice", A, apply_softmax_twice},
    KnownBug{"no-softmax", "softmax is left out", A, leave_out_softmax},
    KnownBug{"no-division", "exponentials are not divided by their sum", A, leave_out_division},
    KnownBug{"overflow", "exponentials overflow: subtract each row's maximum first", A, overflow},
    KnownBug{"dropout", "dropout is on: some shares are zero and the others larger; switch to evaluation", A, nullptr,
             looks_like_dropout},

    KnownBug{"rotary-on-V", "V is turned by rotary positions too, which only Q and K are", O, turn_values_too},
    KnownBug{"A-transposed", "A is transposed: Aᵀ V instead of A V", O, transpose_A},
    KnownBug{"no-gate", "the gate is left out: heads' outputs go on as they are", O_gated, leave_out_gate},
    KnownBug{"concat-reshaped",
             "heads are joined the wrong way round: (H, S, d) is reshaped to (S, H·d) without transposing", concat,
             reshape_from_heads},
    KnownBug{"concat-interleaved", "concat is interleaved: the first columns of all heads, then their second ones …",
             concat, interleave_concat},

    KnownBug{"W_O-transposed", "W_O is transposed: C W_Oᵀ instead of C W_O", parts, transpose_W_O},
    KnownBug{"no-W_O", "W_O is left out: the output is the joined heads", Y, leave_out_W_O},
    KnownBug{"no-b_O", "the bias b_O is not added", Y, leave_out_b_O},
    KnownBug{"b_O-for-each-head", "the bias b_O is added once for each head", Y, add_b_O_for_each_head},
    KnownBug{"residual", "the input X is added to the output, which belongs to the block around this layer", Y,
             add_input_to_output},

    KnownBug{"rounded", "numbers are rounded to a few decimals; --tolerance lets them pass", E, nullptr, looks_rounded},
    KnownBug{"float16", "differences are the size of float16 rounding (half precision)", E, nullptr,
             looks_like_float16},
    KnownBug{"bfloat16", "differences are the size of bfloat16 rounding", E, nullptr, looks_like_bfloat16},
};

} // namespace

std::span<const KnownBug> known_bugs() {
    return table;
}

} // namespace attn
