#include "core/figure/lenses/fused_product.h"

#include <array>

namespace attn {

std::optional<FusedProduct> fused_product(const DrawContext& drawing) {
    constexpr std::array products{FusedProduct{ArrayId::Q, ArrayId::W_Q}, FusedProduct{ArrayId::K, ArrayId::W_K},
                                  FusedProduct{ArrayId::V, ArrayId::W_V}};
    const ArrayId shown = drawing.view_state.array();
    for (const FusedProduct& product : products)
        if (shown == product.stage || shown == product.weights)
            return product;
    return std::nullopt;
}

} // namespace attn
