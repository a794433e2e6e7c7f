#include "core/tensor/matrix.h"

#include "core/tensor/eigen.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>
#include <vector>

namespace attn {

namespace {

std::vector<float> numbers(Index rows, Index columns) {
    assert(rows >= 0 && columns >= 0);
    // At least one, so that an empty matrix still has an address.
    std::vector<float> values;
    values.reserve(std::max<std::size_t>(1, static_cast<std::size_t>(rows * columns)));
    values.resize(static_cast<std::size_t>(rows * columns));
    return values;
}

} // namespace

Matrix Matrix::zeros(Index rows, Index columns) {
    return adopt(numbers(rows, columns), rows, columns);
}

Matrix Matrix::identity(Index rows, Index columns) {
    return matrix_of(RowMajorMatrix::Identity(rows, columns));
}

Matrix Matrix::from_rows(std::initializer_list<std::initializer_list<float>> rows) {
    const auto columns = rows.size() == 0 ? 0 : static_cast<Index>(rows.begin()->size());
    std::vector<float> values;
    values.reserve(std::max<std::size_t>(1, rows.size() * static_cast<std::size_t>(columns)));
    for (const auto& row : rows) {
        assert(static_cast<Index>(row.size()) == columns);
        values.insert(values.end(), row);
    }
    return adopt(std::move(values), static_cast<Index>(rows.size()), columns);
}

Matrix Matrix::copy_of(ConstView view) {
    return matrix_of(eigen(view));
}

Matrix Matrix::with_cell(Index row, Index column, float value) const {
    assert(view_.contains(row, column));
    RowMajorMatrix changed = eigen(*this);
    changed(row, column) = value;
    return matrix_of(std::move(changed));
}

Matrix Matrix::column_block(Index first, Index count) const {
    assert(first >= 0 && count >= 0 && first + count <= columns());
    return {owner_, {view_.data + first, rows(), count, view_.stride}};
}

Matrix Matrix::row_block(Index first, Index count) const {
    assert(first >= 0 && count >= 0 && first + count <= rows());
    return {owner_, {view_.data + first * view_.stride, count, columns(), view_.stride}};
}

Matrix Matrix::transposed() const {
    const EigenConstView from = eigen(*this);
    RowMajorMatrix to(columns(), rows());
    // In squares that stay in the cache on both sides.
    constexpr Index side = 32;
    for (Index top = 0; top < rows(); top += side)
        for (Index left = 0; left < columns(); left += side) {
            const Index height = std::min(side, rows() - top);
            const Index width = std::min(side, columns() - left);
            to.block(left, top, width, height) = from.block(top, left, height, width).transpose();
        }
    return matrix_of(std::move(to));
}

Matrix Matrix::resized(Index rows, Index columns) const {
    const Index height = std::min(rows, this->rows());
    const Index width = std::min(columns, this->columns());
    RowMajorMatrix changed = RowMajorMatrix::Zero(rows, columns);
    changed.topLeftCorner(height, width) = eigen(*this).topLeftCorner(height, width);
    return matrix_of(std::move(changed));
}

bool equal_bits(ConstView left, ConstView right) {
    if (left.shape() != right.shape())
        return false;
    if (left.columns == 0)
        return true;
    for (Index i = 0; i < left.rows; ++i)
        if (std::memcmp(left.row(i).data(), right.row(i).data(), left.row(i).size_bytes()) != 0)
            return false;
    return true;
}

} // namespace attn
