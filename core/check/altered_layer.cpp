#include "core/check/altered_layer.h"

#include "core/tensor/products.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace attn {

namespace {

/// A matrix that `fill` writes.
template <class Fill>
Matrix written(Index rows, Index columns, const Fill& fill) {
    std::vector<float> values(static_cast<std::size_t>(std::max<Index>(1, rows * columns)));
    fill(View{values.data(), rows, columns, columns});
    return Matrix::adopt(std::move(values), rows, columns);
}

} // namespace

Layer with_given(Layer layer, const Trial& trial, ArrayId stage, const SlotMatrix& matrix) {
    std::vector<Address> slots = trial.correct().slots(stage);
    std::erase_if(slots, [&](Address slot) { return !trial.covers(slot); });
    std::vector<Matrix> matrices(slots.size());
    trial.beside_each_other(slots.size(), [&](std::size_t n) { matrices[n] = matrix(slots[n].item, slots[n].head); });
    for (std::size_t n = 0; n < slots.size(); ++n)
        layer.given[slots[n]] = matrices[n];
    return layer;
}

Matrix product_of(ConstView left, ConstView right) {
    return written(left.rows, right.columns, [&](View result) { product(left, right, result); });
}

Matrix product_with_transposed_of(ConstView left, ConstView right) {
    return written(left.rows, right.rows, [&](View result) { product_with_transposed(left, right, result); });
}

} // namespace attn
