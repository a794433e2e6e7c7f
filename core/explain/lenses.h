#pragma once

#include "core/engine/trace.h"
#include "core/tensor/result.h"

#include <vector>

namespace attn {

/// What a head asks for, as one matrix: score_ij = x_i M x_jᵀ, and with biases three more terms.
/// (Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits", section on QK circuits)
struct HeadAsking {
    Matrix M;                    // D x D_c, W_Q W_Kᵀ, of rank d_k at most
    float largest_asymmetry = 0; ///< of M − Mᵀ; 0 where M is not square
};
HeadAsking head_asking(const Layer& layer, Index head);

/// The terms of one score.
struct Bilinear {
    float product = 0;     ///< x_i M x_jᵀ
    float query_bias = 0;  ///< b_Q W_Kᵀ x_jᵀ
    float key_bias = 0;    ///< x_i W_Q b_Kᵀ
    float both_biases = 0; ///< b_Q b_Kᵀ
    bool has_biases = false;
};

/// Whether the head's scores are what its weights say: nothing on the way from X to the scores is given or pinned;
/// else why not.
Result<void> has_bilinear_form(const Trace& trace, Index item, Index head);

/// The form for query i and key j. It must exist; `asking` is the head's.
Bilinear bilinear_form(const Trace& trace, const HeadAsking& asking, Index item, Index head, Index i, Index j);

/// The array whose rows heads mix: V, or what is made of it.
ArrayId values_mixed(const Trace& trace);

/// What a head writes into the output for what it reads: a row of X times this, whatever the shares are.
/// (Elhage et al. 2021, section on OV circuits)
struct HeadWriting {
    Matrix W_VO;     // D_c x D, W_V W_O
    Matrix constant; // 1 x D, b_V W_O; empty without a bias
};
/// Whether the layer has the weights, and nothing stands between values and what is mixed.
bool has_head_writing(const Trace& trace);
HeadWriting head_writing(const Layer& layer, Index head);

/// The weights of all heads side by side, as one matrix: W_Q (D x H·d_k), W_K, W_V.
Matrix fused_weights(const Layer& layer, ArrayId weights);

/// A stage of all heads side by side: Q (S_q x H·d_k), K, V.
Matrix fused_stage(const Trace& trace, ArrayId stage, Index item);

/// The same fused weights as a single head of width H·d_k: its scores are the sum of the heads' scores, and its one
/// softmax must share a single 1.
struct OneHead {
    Matrix scores; // S_q x S_k
    Matrix A;      // S_q x S_k
    Matrix Y;      // S_q x D; empty where there are no output weights

    std::vector<ArrayId> left_out; ///< biases and masks that each head has of its own

    float largest_gap_of_shares = 0;  ///< from those of any head
    float largest_gap_of_outputs = 0; ///< from the layer's; 0 where there is no Y
    float largest_output = 0;         ///< of the layer, in size
};
OneHead one_head(const Trace& trace, Index item);

/// Softmax along the wrong axis: over the queries, so that each column sums to 1 and no row does. Columns that the mask
/// leaves nothing of are zeros.
Matrix softmax_over_queries(const Trace& trace, Index item, Index head);

/// The largest difference between the output as a sum over heads and as one product concat · W_O + b_O.
float largest_difference_of_sums(const Trace& trace, Index item);

} // namespace attn
