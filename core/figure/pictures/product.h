#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// True if the array is a product and this layer has both operands, which a given array may lack.
bool shows_product(const DrawContext& drawing, ArrayId array);

/// The output weights of all heads, one below the other, as one matrix by which concat is multiplied: H·d_v x D.
Matrix stacked_W_O(const Layer& layer);

/// Draws a product as it is computed by hand: the left matrix on the left, the right matrix above, the result where
/// they meet, and in the free corner the terms of the selected cell.
void product_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
