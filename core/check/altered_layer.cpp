#include "core/check/altered_layer.h"

#include "core/model/stages.h"

namespace attn {

Layer with_given(Layer layer, const Trace& correct, ArrayId stage, const SlotMatrix& matrix) {
    for (const Address slot : correct.slots(stage))
        layer.given[slot] = matrix(slot.item, slot.head);
    return layer;
}

Matrix side_by_side(const Trace& trace, ArrayId stage, Index item) {
    std::vector<Matrix> heads;
    for (const Address slot : trace.slots(stage))
        if (slot.item == item)
            heads.push_back(trace.passing(slot));
    const Index width = heads.front().columns();
    return filled(heads.front().rows(), static_cast<Index>(heads.size()) * width,
                  [&](Index i, Index j) { return heads[static_cast<std::size_t>(j / width)](i, j % width); });
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
