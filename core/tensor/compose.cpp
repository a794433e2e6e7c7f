#include "core/tensor/compose.h"

#include "core/tensor/buffer.h"
#include "core/tensor/cellwise.h"

#include <memory>

namespace attn {

Matrix side_by_side(std::span<const Matrix> blocks) {
    const Index rows = blocks.front().rows();
    Index columns = 0;
    for (const Matrix& block : blocks)
        columns += block.columns();
    std::vector<float> values;
    values.reserve(std::max<std::size_t>(1, static_cast<std::size_t>(rows * columns)));
    for (Index i = 0; i < rows; ++i)
        for (const Matrix& block : blocks)
            values.insert(values.end(), block.row(i).begin(), block.row(i).end());
    return Matrix::adopt(std::move(values), rows, columns);
}

Matrix stacked(std::span<const Matrix> blocks) {
    const Index columns = blocks.front().columns();
    Index rows = 0;
    for (const Matrix& block : blocks)
        rows += block.rows();
    std::vector<float> values;
    values.reserve(std::max<std::size_t>(1, static_cast<std::size_t>(rows * columns)));
    for (const Matrix& block : blocks)
        for (Index i = 0; i < block.rows(); ++i)
            values.insert(values.end(), block.row(i).begin(), block.row(i).end());
    return Matrix::adopt(std::move(values), rows, columns);
}

Matrix difference(ConstView left, ConstView right) {
    const auto numbers = std::make_shared<Buffer>(left.shape());
    subtract(left, right, numbers->view());
    return matrix_of(numbers);
}

Matrix multiplied(ConstView left, ConstView right) {
    return filled(left.rows, right.columns, [&](Index i, Index j) {
        double sum = 0;
        for (Index k = 0; k < left.columns; ++k)
            sum += static_cast<double>(left(i, k)) * static_cast<double>(right(k, j));
        return sum;
    });
}

Matrix multiplied_with_transposed(ConstView left, ConstView right) {
    return filled(left.rows, right.rows, [&](Index i, Index j) {
        double sum = 0;
        for (Index k = 0; k < left.columns; ++k)
            sum += static_cast<double>(left(i, k)) * static_cast<double>(right(j, k));
        return sum;
    });
}

} // namespace attn
