// What a layer's options ask for, as the rows of stages say it.

#pragma once

#include "core/model/arrays.h"
#include "core/model/mask.h"
#include "core/model/overrides.h"

namespace attn::rows {

/// Whether X is made from words, and not given for every item.
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

/// Whether something is added to the scaled scores.
inline bool is_added_to(const Layer& layer) {
    return has_mask(layer) || has_alibi(layer);
}

} // namespace attn::rows
