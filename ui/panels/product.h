#pragma once

#include "core/figure/geometry.h"
#include "ui/desk.h"
#include "ui/scene.h"

namespace attn {

/// Whether the stage is a product of two matrices, shown as one.
bool is_product(StageId stage);

/// Whether this layer has both matrices; a stage that is given may have none.
bool has_operands(const Desk& desk, StageId stage);

/// The operands as in a product by hand: left matrix on the left, right matrix above, result where they meet, and in
/// the free corner the products that make the selected cell.
void product_picture(Scene& scene, const Desk& desk, const Box& area);

} // namespace attn
