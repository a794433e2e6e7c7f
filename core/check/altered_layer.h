#pragma once

#include "core/engine/trace.h"
#include "core/model/layer.h"
#include "core/tensor/compose.h"

#include <functional>

namespace attn {

/// One matrix of a stage, for an item and head.
using SlotMatrix = std::function<Matrix(Index item, Index head)>;

/// The layer in which a stage is given whole instead of computed.
Layer with_given(Layer layer, const Trace& correct, ArrayId stage, const SlotMatrix& matrix);

/// All heads of a stage side by side: rows x H·columns.
Matrix side_by_side(const Trace& trace, ArrayId stage, Index item);

} // namespace attn
