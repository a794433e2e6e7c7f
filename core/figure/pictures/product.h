#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// True if the array is a product whose two operands this layer has; a given array may have none.
bool shows_product(const DrawContext& drawing, ArrayId array);

/// The output weights of all heads, one below the other, as Y multiplies concat with them: H·d_v x D.
Matrix stacked_W_O(const Layer& layer);

/// The operands as in a product by hand: left matrix on the left, right matrix above, result where they meet, and in
/// the free corner the products that make the selected cell.
void product_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
