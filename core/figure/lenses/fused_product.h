#pragma once

#include "core/figure/pictures/draw_context.h"

#include <optional>

namespace attn {

/// A product that all heads share, and its weights.
struct FusedProduct {
    ArrayId stage{};
    ArrayId weights{};
};

/// The one that is in sight, at its stage or at its weights.
std::optional<FusedProduct> fused_product(const DrawContext& drawing);

} // namespace attn
