#pragma once

#include "core/tensor/matrix.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace attn {

/// A new matrix; `cell(i, j)` is called for each cell, row by row.
template <class Cell>
Matrix filled(Index rows, Index columns, const Cell& cell) {
    std::vector<float> values;
    // At least one, so that an empty matrix still has an address.
    values.reserve(std::max<std::size_t>(1, static_cast<std::size_t>(rows * columns)));
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            values.push_back(static_cast<float>(cell(i, j)));
    return Matrix::adopt(std::move(values), rows, columns);
}

/// Matrices with equally many rows beside each other; at least one matrix.
Matrix side_by_side(std::span<const Matrix> blocks);

/// Matrices with equally many columns below each other; at least one matrix.
Matrix stacked(std::span<const Matrix> blocks);

/// left − right, both of one shape; 0 where both are equal, infinities included.
Matrix difference(ConstView left, ConstView right);

} // namespace attn
