#pragma once

#include "core/tensor/matrix.h"

namespace attn {

/// left · right by Eigen, compiled for this machine: what our own product is compared with.
void eigen_product(const ConstView& left, const ConstView& right, const View& result);

/// left · rightᵀ.
void eigen_product_with_transposed(const ConstView& left, const ConstView& right, const View& result);

} // namespace attn
