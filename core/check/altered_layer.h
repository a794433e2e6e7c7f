#pragma once

#include "core/model/layer.h"
#include "core/engine/trace.h"

#include <functional>
#include <vector>

namespace attn {

/// A new matrix; `cell(i, j)` is called for each.
template <class Cell>
Matrix filled(Index rows, Index columns, const Cell& cell) {
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(rows * columns));
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            values.push_back(static_cast<float>(cell(i, j)));
    return Matrix::adopt(std::move(values), rows, columns);
}

/// One matrix of a stage, for an item and head.
using SlotMatrix = std::function<Matrix(Index item, Index head)>;

/// The layer in which a stage is given whole instead of computed.
Layer with_given(Layer layer, const Trace& correct, ArrayId stage, const SlotMatrix& matrix);

/// All heads of a stage side by side: rows x H·columns.
Matrix side_by_side(const Trace& trace, ArrayId stage, Index item);

/// left · right and left · rightᵀ, in double precision.
Matrix multiplied(ConstView left, ConstView right);
Matrix multiplied_with_transposed(ConstView left, ConstView right);

} // namespace attn
