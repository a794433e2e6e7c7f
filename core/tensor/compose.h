#pragma once

#include "core/tensor/matrix.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace attn {

/// Returns a new matrix whose cell in row i and column j is `cell(i, j)`, called row by row.
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

/// Returns one matrix with the given ones side by side; they have equally many rows, and there is at least one.
Matrix side_by_side(std::span<const Matrix> blocks);

/// Returns one matrix with the given ones below each other; they have equally many columns, and there is at least one.
Matrix stacked(std::span<const Matrix> blocks);

/// Returns left − right, both of one shape; 0 where both are equal, even if they are infinite.
Matrix difference(ConstView left, ConstView right);

} // namespace attn
