#include "core/model/compute_stages.h"

#include "core/model/mask.h"
#include "core/model/norm.h"
#include "core/model/positions.h"
#include "core/tensor/products.h"
#include "core/model/rotary.h"
#include "core/tensor/softmax.h"

#include <algorithm>

namespace attn {

namespace {

const HeadWeights& head_of(const Layer& layer, Address slot) {
    return layer.heads[static_cast<std::size_t>(slot.head)];
}

/// What keys and values are made from: S_k x D_c.
ConstView key_source(const Layer& layer, Inputs& inputs) {
    return inputs.view(layer.context ? ArrayId::context : ArrayId::X);
}

void fill(View result, float value) {
    for (Index i = 0; i < result.rows; ++i)
        std::ranges::fill(result.row(i), value);
}

} // namespace

void compute_E(const Layer& layer, Address slot, Inputs&, View result) {
    fill_embeddings(layer.sequence, slot.item, result);
}

void compute_P(const Layer& layer, Address, Inputs&, View result) {
    fill_positions(layer.sequence.positions, result);
}

void compute_resid_pre(const Layer&, Address, Inputs& inputs, View result) {
    sum(inputs.view(ArrayId::E), inputs.view(ArrayId::P), result);
}

void compute_X(const Layer& layer, Address, Inputs& inputs, View result) {
    if (is_present(layer, ArrayId::resid_pre))
        normalise(layer.norm, inputs.view(ArrayId::resid_pre), result);
    else
        sum(inputs.view(ArrayId::E), inputs.view(ArrayId::P), result);
}

void compute_context(const Layer& layer, Address slot, Inputs&, View result) {
    // The second sequence has no stages E and P of its own: e + p at once.
    fill_positions(layer.context->positions, result);
    add_embeddings(*layer.context, slot.item, result);
}

void compute_Q(const Layer& layer, Address slot, Inputs& inputs, View result) {
    affine(inputs.view(ArrayId::X), head_of(layer, slot).W_Q, head_of(layer, slot).b_Q, result);
}

void compute_K(const Layer& layer, Address slot, Inputs& inputs, View result) {
    affine(key_source(layer, inputs), head_of(layer, slot).W_K, head_of(layer, slot).b_K, result);
}

void compute_V(const Layer& layer, Address slot, Inputs& inputs, View result) {
    affine(key_source(layer, inputs), head_of(layer, slot).W_V, head_of(layer, slot).b_V, result);
}

void compute_Q_rotated(const Layer& layer, Address, Inputs& inputs, View result) {
    rotate(layer.rotary, inputs.view(ArrayId::Q), result);
}

void compute_K_rotated(const Layer& layer, Address, Inputs& inputs, View result) {
    rotate(layer.rotary, inputs.view(ArrayId::K), result);
}

void compute_scores(const Layer& layer, Address, Inputs& inputs, View result) {
    product_with_transposed(inputs.view(query_stage(layer)), inputs.view(key_stage(layer)), result);
}

void compute_scaled(const Layer& layer, Address, Inputs& inputs, View result) {
    scaled_copy(inputs.view(ArrayId::scores), score_factor(layer), result);
}

void compute_mask(const Layer& layer, Address slot, Inputs&, View result) {
    fill_mask(layer, slot.item, slot.head, result);
}

void compute_masked(const Layer&, Address, Inputs& inputs, View result) {
    sum(inputs.view(ArrayId::scaled), inputs.view(ArrayId::mask), result);
}

void compute_row_max(const Layer&, Address, Inputs& inputs, View result) {
    row_maxima(inputs.view(ArrayId::masked), result);
}

void compute_exp(const Layer&, Address, Inputs& inputs, View result) {
    shifted_exponentials(inputs.view(ArrayId::masked), inputs.view(ArrayId::row_max), result);
}

void compute_row_sum(const Layer&, Address, Inputs& inputs, View result) {
    row_sums(inputs.view(ArrayId::exp), result);
}

void compute_A(const Layer&, Address, Inputs& inputs, View result) {
    row_shares(inputs.view(ArrayId::exp), inputs.view(ArrayId::row_sum), result);
}

void compute_O(const Layer& layer, Address slot, Inputs& inputs, View result) {
    if (head_of(layer, slot).on)
        product(inputs.view(ArrayId::A), inputs.view(ArrayId::V), result);
    else
        fill(result, 0);
}

void compute_concat(const Layer&, Address, Inputs& inputs, View result) {
    copy(inputs.view(ArrayId::O), result);
}

void compute_parts(const Layer& layer, Address slot, Inputs& inputs, View result) {
    product(inputs.view(ArrayId::concat), head_of(layer, slot).W_O, result);
}

void compute_Y(const Layer& layer, Address, Inputs& inputs, View result) {
    copy(inputs.view(ArrayId::parts, 0), result);
    for (Index h = 1; h < static_cast<Index>(layer.heads.size()); ++h)
        add(inputs.view(ArrayId::parts, h), result);
    if (!layer.b_O.empty())
        add_to_rows(layer.b_O, result);
}

} // namespace attn
