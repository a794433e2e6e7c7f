#include "core/tensor/matrix.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>
#include <vector>

namespace attn {

namespace {

std::vector<float> numbers(Index rows, Index columns) {
    assert(rows >= 0 && columns >= 0);
    // One more than needed where there is nothing to store, so that an empty shape still has an address.
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
    auto values = numbers(rows, columns);
    for (Index i = 0; i < std::min(rows, columns); ++i)
        values[static_cast<std::size_t>(i * columns + i)] = 1;
    return adopt(std::move(values), rows, columns);
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
    auto values = numbers(view.rows, view.columns);
    for (Index i = 0; i < view.rows; ++i)
        std::ranges::copy(view.row(i), values.begin() + i * view.columns);
    return adopt(std::move(values), view.rows, view.columns);
}

Matrix Matrix::with_cell(Index row, Index column, float value) const {
    assert(row >= 0 && row < rows() && column >= 0 && column < columns());
    auto values = numbers(rows(), columns());
    for (Index i = 0; i < rows(); ++i)
        std::ranges::copy(this->row(i), values.begin() + i * columns());
    values[static_cast<std::size_t>(row * columns() + column)] = value;
    return adopt(std::move(values), rows(), columns());
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
    auto values = numbers(columns(), rows());
    // In squares, so that both sides stay in the cache.
    constexpr Index side = 32;
    for (Index top = 0; top < rows(); top += side)
        for (Index left = 0; left < columns(); left += side)
            for (Index i = top; i < std::min(top + side, rows()); ++i)
                for (Index j = left; j < std::min(left + side, columns()); ++j)
                    values[static_cast<std::size_t>(j * rows() + i)] = view_(i, j);
    return adopt(std::move(values), columns(), rows());
}

Matrix Matrix::resized(Index rows, Index columns) const {
    auto values = numbers(rows, columns);
    const auto kept = static_cast<std::size_t>(std::min(columns, this->columns()));
    for (Index i = 0; i < std::min(rows, this->rows()); ++i)
        std::ranges::copy(row(i).first(kept), values.begin() + i * columns);
    return adopt(std::move(values), rows, columns);
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
