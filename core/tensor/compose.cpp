#include "core/tensor/compose.h"

#include "core/tensor/buffer.h"
#include "core/tensor/cellwise.h"
#include "core/tensor/eigen.h"

#include <memory>
#include <numeric>

namespace attn {

Matrix side_by_side(std::span<const Matrix> blocks) {
    RowMajorMatrix all(blocks.front().rows(),
                       std::accumulate(blocks.begin(), blocks.end(), Index{0},
                                       [](Index sum, const Matrix& block) { return sum + block.columns(); }));
    Index first = 0;
    for (const Matrix& block : blocks) {
        all.middleCols(first, block.columns()) = eigen(block);
        first += block.columns();
    }
    return matrix_of(std::move(all));
}

Matrix stacked(std::span<const Matrix> blocks) {
    RowMajorMatrix all(std::accumulate(blocks.begin(), blocks.end(), Index{0},
                                       [](Index sum, const Matrix& block) { return sum + block.rows(); }),
                       blocks.front().columns());
    Index first = 0;
    for (const Matrix& block : blocks) {
        all.middleRows(first, block.rows()) = eigen(block);
        first += block.rows();
    }
    return matrix_of(std::move(all));
}

Matrix difference(ConstView left, ConstView right) {
    const auto numbers = std::make_shared<Buffer>(left.shape());
    subtract(left, right, numbers->view());
    return matrix_of(numbers);
}

} // namespace attn
