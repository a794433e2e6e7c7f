// Conditions on a layer's options, for the rows of stages.

#pragma once

#include "core/model/arrays.h"
#include "core/model/mask.h"
#include "core/model/norm.h"
#include "core/model/overrides.h"

namespace attn::rows {

/// True if X is computed from words for at least one item, and not given for all.
inline bool reads_words(const Layer& layer) {
    return given_of(layer, ArrayId::X).count() < layer.sequence.item_count();
}

inline bool has_alibi(const Layer& layer) {
    return layer.alibi;
}

inline bool has_soft_cap(const Layer& layer) {
    return layer.soft_cap > 0;
}

inline bool has_gate(const Layer& layer) {
    return !layer.heads.empty() && !layer.heads.front().W_G.empty();
}

inline bool has_context(const Layer& layer) {
    return layer.context != nullptr;
}

inline bool has_rotation(const Layer& layer) {
    return layer.rotary.pairs != Rotary::Pairs::off;
}

inline bool has_positions(const Layer& layer) {
    return layer.sequence.positions.kind != Positions::Kind::none;
}

inline bool has_own_scale(const Layer& layer) {
    return layer.scale.kind == Scale::Kind::value || layer.temperature != 1;
}

inline bool has_residual(const Layer& layer) {
    return layer.residual;
}

/// True if the residual stream after attention is an array of its own, which the MLP reads.
inline bool has_middle(const Layer& layer) {
    return layer.residual && !layer.is_parallel;
}

/// True if the residual stream that enters the block is an array of its own, other than X.
inline bool has_stream(const Layer& layer) {
    return has_norm(layer) || layer.residual;
}

inline bool has_mlp(const Layer& layer) {
    return !layer.W_up.empty();
}

inline bool has_mlp_gate(const Layer& layer) {
    return !layer.W_gate.empty();
}

inline bool has_logits(const Layer& layer) {
    return !layer.W_U.empty();
}

inline bool has_logit_cap(const Layer& layer) {
    return layer.logit_cap > 0;
}

/// True if the norm is on.
template <auto norm>
bool norms_rows(const Layer& layer) {
    return (layer.*norm).kind != Norm::Kind::off;
}

/// True if a mask or a bias is added to the scaled scores.
inline bool is_added_to(const Layer& layer) {
    return has_mask(layer) || has_alibi(layer);
}

} // namespace attn::rows
