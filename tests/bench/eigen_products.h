#pragma once

#include "core/tensor/matrix.h"

namespace attn {

/// left · right by Eigen, compiled for this machine: what our own product is compared with.
void eigen_product(ConstView left, ConstView right, View result);

/// left · rightᵀ.
void eigen_product_with_transposed(ConstView left, ConstView right, View result);

} // namespace attn
