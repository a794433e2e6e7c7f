#include "core/check/altered_layer.h"

#include "core/tensor/products.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace attn {

Layer with_given(Layer layer, const Trial& trial, ArrayId stage, const SlotMatrix& matrix) {
    std::vector<Address> slots = trial.correct().slots(stage);
    std::erase_if(slots, [&](Address slot) { return !trial.covers(slot); });
    std::vector<Matrix> matrices(slots.size());
    trial.beside_each_other(slots.size(), [&](std::size_t n) { matrices[n] = matrix(slots[n].item, slots[n].head); });
    for (std::size_t n = 0; n < slots.size(); ++n)
        layer.given[slots[n]] = matrices[n];
    return layer;
}

Layer with_given_of(Layer layer, const Layer& other, ArrayId stage) {
    for (const auto& [slot, matrix] : other.given)
        if (slot.array == stage)
            layer.given.insert_or_assign(slot, matrix);
    return layer;
}

Matrix product_of(ConstView left, ConstView right, IndexRange rows) {
    const auto buffer = std::make_shared<Buffer>(Shape{left.rows, right.columns});
    product(rows_of(left, rows), right, rows_of(buffer->view(), rows));
    return matrix_of(buffer);
}

Matrix product_with_transposed_of(ConstView left, ConstView right, IndexRange rows) {
    const auto buffer = std::make_shared<Buffer>(Shape{left.rows, right.rows});
    product_with_transposed(rows_of(left, rows), right, rows_of(buffer->view(), rows));
    return matrix_of(buffer);
}

} // namespace attn
