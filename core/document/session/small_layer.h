#pragma once

#include "core/model/layer.h"

namespace attn {

/// Conditions are asked after every edit, so that only small layers are computed for one.
inline bool is_small_layer(const Sizes& sizes) {
    constexpr Index most = Index{1} << 20U; // numbers of a layer's weights and scores
    return sizes.H * (sizes.D * (sizes.d_k + sizes.d_v) + sizes.S_q * sizes.S_k) <= most && sizes.B == 1;
}

} // namespace attn
