#pragma once

#include "core/engine/trace.h"
#include "core/tensor/result.h"

#include <vector>

namespace attn {

/// The scores of a head as a bilinear form: score_ij = x_i M x_jᵀ, plus three terms with biases. (Elhage et al. 2021,
/// "A Mathematical Framework for Transformer Circuits", section on QK circuits)
struct HeadAsking {
    Matrix M;                    // D x D_c, W_Q W_Kᵀ, whose rank is at most d_k
    float largest_asymmetry = 0; ///< largest cell of |M − Mᵀ|; 0 if M is not square
};
HeadAsking head_asking(const Layer& layer, Index head);

/// The terms of one score; their sum is the score.
struct Bilinear {
    float product = 0;     ///< x_i M x_jᵀ
    float query_bias = 0;  ///< b_Q W_Kᵀ x_jᵀ
    float key_bias = 0;    ///< x_i W_Q b_Kᵀ
    float both_biases = 0; ///< b_Q b_Kᵀ
    bool has_biases = false;
};

/// Succeeds if the head's scores depend only on X and its weights: nothing between X and the scores is given, pinned,
/// rotated or normed. The error gives the reason.
Result<void> has_bilinear_form(const Trace& trace, Index item, Index head);

/// The terms of the score of query i and key j. has_bilinear_form must succeed; `asking` belongs to the same head.
Bilinear bilinear_form(const Trace& trace, const HeadAsking& asking, Index item, Index head, Index i, Index j);

/// The array whose rows are mixed by attention: V, or V after its norm.
ArrayId values_mixed(const Trace& trace);

/// The output of a head as a linear map: each row of X that is read is multiplied by W_VO, before attention weights mix
/// the results. (Elhage et al. 2021, section on OV circuits)
struct HeadWriting {
    Matrix W_VO;     // D_c x D, W_V W_O
    Matrix constant; // 1 x D, b_V W_O; empty if there is no bias
};
/// True if the layer has the weights, and its values have no norm.
bool has_head_writing(const Trace& trace);
HeadWriting head_writing(const Layer& layer, Index head);

/// The weights of all heads side by side as one matrix: W_Q (D x H·d_k), W_K or W_V.
Matrix fused_weights(const Layer& layer, ArrayId weights);

/// A stage of all heads side by side as one matrix: Q (S_q x H·d_k), K or V.
Matrix fused_stage(const Trace& trace, ArrayId stage, Index item);

/// The layer with the same weights as a single head of width H·d_k. Its scores are the sum of the heads' scores, and it
/// has one softmax.
struct OneHead {
    Matrix scores; // S_q x S_k
    Matrix A;      // S_q x S_k
    Matrix Y;      // S_q x D; empty without output weights

    std::vector<ArrayId> left_out; ///< biases and masks that differ by head; they are left out

    float largest_gap_of_shares = 0;  ///< largest difference from the attention weights of any head
    float largest_gap_of_outputs = 0; ///< largest difference from the layer's Y; 0 if there is no Y
    float largest_output = 0;         ///< largest magnitude in the layer's Y
};
OneHead one_head(const Trace& trace, Index item);

/// Softmax over the wrong axis: over the queries, so that columns sum to 1. Columns with all queries masked become
/// zeros.
Matrix softmax_over_queries(const Trace& trace, Index item, Index head);

/// The largest difference between the output as a sum over heads and the product concat · W_O + b_O.
float largest_difference_of_sums(const Trace& trace, Index item);

} // namespace attn
