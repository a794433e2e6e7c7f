#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Whether the stage is a product of two matrices, shown as one.
bool is_product(ArrayId stage);

/// Whether this layer has both matrices; a stage that is given may have none.
bool has_operands(const DrawContext& drawing, ArrayId stage);

/// What a product is made from, as it is written with tokens as rows. Only of a product that has operands.
struct ProductOperands {
    ArrayId left;
    ArrayId right;
    bool right_transposed = false;
};
ProductOperands product_operands(const DrawContext& drawing, ArrayId stage);

/// The output weights of all heads, one below the other, as Y multiplies concat with them: H·d_v x D.
Matrix stacked_W_O(const Layer& layer, const Sizes& sizes);

/// The operands as in a product by hand: left matrix on the left, right matrix above, result where they meet, and in
/// the free corner the products that make the selected cell.
void product_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
