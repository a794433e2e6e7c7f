#pragma once

#include "core/check/trial.h"
#include "core/model/layer.h"
#include "core/tensor/buffer.h"
#include "core/tensor/compose.h"
#include "core/tensor/region.h"

#include <functional>
#include <memory>

namespace attn {

/// One matrix of a stage, for an item and head. Called on several threads.
using SlotMatrix = std::function<Matrix(Index item, Index head)>;

/// The layer in which a stage is given whole instead of computed, as far as the trial looks at it.
Layer with_given(Layer layer, const Trial& trial, ArrayId stage, const SlotMatrix& matrix);

/// The layer in which a stage is given as in another one.
Layer with_given_of(Layer layer, const Layer& other, ArrayId stage);

/// Some rows of a matrix of this shape, `cell(i, j)` called for each of their cells; the others are not to be read.
template <class Cell>
Matrix filled_rows(Shape shape, IndexRange rows, const Cell& cell) {
    const auto buffer = std::make_shared<Buffer>(shape);
    const View view = buffer->view();
    for (Index i = rows.first; i < rows.last; ++i)
        for (Index j = 0; j < shape.columns; ++j)
            view(i, j) = static_cast<float>(cell(i, j));
    return matrix_of(buffer);
}

/// left · right and left · rightᵀ, as the engine adds; some rows of them, the others are not to be read.
Matrix product_of(ConstView left, ConstView right, IndexRange rows);
Matrix product_with_transposed_of(ConstView left, ConstView right, IndexRange rows);

} // namespace attn
