#include "core/attention/compute_stages.h"

#include "core/attention/mask.h"
#include "core/attention/norm.h"
#include "core/attention/positions.h"
#include "core/attention/products.h"
#include "core/attention/rotary.h"
#include "core/attention/softmax.h"

#include <algorithm>

namespace attn {

namespace {

const HeadWeights& head_of(const Layer& layer, SlotId slot) {
    return layer.heads[static_cast<std::size_t>(slot.head)];
}

/// What keys and values are made from: S_k x D_c.
ConstView key_source(const Layer& layer, Inputs& inputs) {
    return inputs.view(layer.context ? StageId::context : StageId::X);
}

void fill(View result, float value) {
    for (Index i = 0; i < result.rows; ++i)
        std::ranges::fill(result.row(i), value);
}

} // namespace

void compute_E(const Layer& layer, SlotId slot, Inputs&, View result) {
    fill_embeddings(layer.sequence, slot.item, result);
}

void compute_P(const Layer& layer, SlotId, Inputs&, View result) {
    fill_positions(layer.sequence.positions, result);
}

void compute_resid_pre(const Layer&, SlotId, Inputs& inputs, View result) {
    sum(inputs.view(StageId::E), inputs.view(StageId::P), result);
}

void compute_X(const Layer& layer, SlotId, Inputs& inputs, View result) {
    if (is_present(layer, StageId::resid_pre))
        normalise(layer.norm, inputs.view(StageId::resid_pre), result);
    else
        sum(inputs.view(StageId::E), inputs.view(StageId::P), result);
}

void compute_context(const Layer& layer, SlotId slot, Inputs&, View result) {
    // The second sequence has no stages E and P of its own: e + p at once.
    fill_positions(layer.context->positions, result);
    add_embeddings(*layer.context, slot.item, result);
}

void compute_Q(const Layer& layer, SlotId slot, Inputs& inputs, View result) {
    affine(inputs.view(StageId::X), head_of(layer, slot).W_Q, head_of(layer, slot).b_Q, result);
}

void compute_K(const Layer& layer, SlotId slot, Inputs& inputs, View result) {
    affine(key_source(layer, inputs), head_of(layer, slot).W_K, head_of(layer, slot).b_K, result);
}

void compute_V(const Layer& layer, SlotId slot, Inputs& inputs, View result) {
    affine(key_source(layer, inputs), head_of(layer, slot).W_V, head_of(layer, slot).b_V, result);
}

void compute_Q_rotated(const Layer& layer, SlotId, Inputs& inputs, View result) {
    rotate(layer.rotary, inputs.view(StageId::Q), result);
}

void compute_K_rotated(const Layer& layer, SlotId, Inputs& inputs, View result) {
    rotate(layer.rotary, inputs.view(StageId::K), result);
}

void compute_scores(const Layer& layer, SlotId, Inputs& inputs, View result) {
    product_with_transposed(inputs.view(query_stage(layer)), inputs.view(key_stage(layer)), result);
}

void compute_scaled(const Layer& layer, SlotId, Inputs& inputs, View result) {
    scaled_copy(inputs.view(StageId::scores), score_factor(layer), result);
}

void compute_mask(const Layer& layer, SlotId slot, Inputs&, View result) {
    fill_mask(layer, slot.item, slot.head, result);
}

void compute_masked(const Layer&, SlotId, Inputs& inputs, View result) {
    sum(inputs.view(StageId::scaled), inputs.view(StageId::mask), result);
}

void compute_row_max(const Layer&, SlotId, Inputs& inputs, View result) {
    row_maxima(inputs.view(StageId::masked), result);
}

void compute_exp(const Layer&, SlotId, Inputs& inputs, View result) {
    shifted_exponentials(inputs.view(StageId::masked), inputs.view(StageId::row_max), result);
}

void compute_row_sum(const Layer&, SlotId, Inputs& inputs, View result) {
    row_sums(inputs.view(StageId::exp), result);
}

void compute_A(const Layer&, SlotId, Inputs& inputs, View result) {
    row_shares(inputs.view(StageId::exp), inputs.view(StageId::row_sum), result);
}

void compute_O(const Layer& layer, SlotId slot, Inputs& inputs, View result) {
    if (head_of(layer, slot).on)
        product(inputs.view(StageId::A), inputs.view(StageId::V), result);
    else
        fill(result, 0);
}

void compute_concat(const Layer&, SlotId, Inputs& inputs, View result) {
    copy(inputs.view(StageId::O), result);
}

void compute_parts(const Layer& layer, SlotId slot, Inputs& inputs, View result) {
    product(inputs.view(StageId::concat), head_of(layer, slot).W_O, result);
}

void compute_Y(const Layer& layer, SlotId, Inputs& inputs, View result) {
    copy(inputs.view(StageId::parts, 0), result);
    for (Index h = 1; h < static_cast<Index>(layer.heads.size()); ++h)
        add(inputs.view(StageId::parts, h), result);
    if (!layer.b_O.empty())
        add_to_rows(layer.b_O, result);
}

} // namespace attn
