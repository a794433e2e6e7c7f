#include "core/check/altered_layer.h"

#include "core/model/arrays.h"

#include <vector>

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
    return side_by_side(heads);
}

} // namespace attn
