#pragma once

#include "core/check/trial.h"
#include "core/model/layer.h"
#include "core/tensor/compose.h"

#include <functional>

namespace attn {

/// One matrix of a stage, for an item and head. Called on several threads.
using SlotMatrix = std::function<Matrix(Index item, Index head)>;

/// The layer in which a stage is given whole instead of computed, as far as the trial looks at it.
Layer with_given(Layer layer, const Trial& trial, ArrayId stage, const SlotMatrix& matrix);

/// left · right and left · rightᵀ, as the engine adds.
Matrix product_of(ConstView left, ConstView right);
Matrix product_with_transposed_of(ConstView left, ConstView right);

} // namespace attn
