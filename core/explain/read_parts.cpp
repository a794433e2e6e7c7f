#include "core/explain/read_parts.h"

#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>

namespace attn {

namespace {

/// The columns of a head in a matrix with heads side by side.
IndexRange columns_of_head(const Trace& trace, Index head) {
    return {head * trace.sizes().d_v, (head + 1) * trace.sizes().d_v};
}

/// The part of an operand that a head reads: its own block of columns if heads are side by side.
Submatrix in_own_block(const Trace& trace, const Address& slot, ArrayId operand, Submatrix read) {
    if (is_in_blocks(operand) && has_heads(slot.array))
        read.columns = columns_of_head(trace, slot.head);
    return read;
}

/// If heads are side by side: the columns that come from the head, counted from its first column.
Submatrix of_head(const Trace& trace, ArrayId result, Index head, Submatrix read) {
    if (!is_in_blocks(result))
        return read;
    const IndexRange own = columns_of_head(trace, head);
    read.columns = {std::max(read.columns.first, own.first) - own.first,
                    std::min(read.columns.last, own.last) - own.first};
    return read;
}

} // namespace

std::vector<ReadPart> read_parts(const Trace& trace, const Address& slot, const Submatrix& part) {
    const Layer& layer = trace.layer();
    const bool is_off = trace.recipe(slot.array).operation == OperationId::weighted_sum &&
                        !layer.heads.at(static_cast<std::size_t>(slot.head)).on; // the output of a head that is off is
                                                                                 // zeros
    if (is_off || layer.given.contains(slot))
        return {};
    std::vector<ReadPart> parts;
    const auto add = [&](const Address& read, const Submatrix& of_it) {
        if (!of_it.rows.empty() && !of_it.columns.empty())
            parts.push_back({trace.canonical(read), of_it});
    };
    const bool has_own = has_heads(slot.array) && !reads_all_heads(layer, trace.structure(), slot.array);
    for (const Operand& operand : trace.made_from(slot.array)) {
        const Submatrix read = read_by(part, operand.reads, shape_of(trace.sizes(), operand.array));
        if (!has_heads(operand.array))
            add({slot.layer, operand.array, slot.item, 0}, in_own_block(trace, slot, operand.array, read));
        else if (has_own)
            add({slot.layer, operand.array, slot.item, slot.head}, read);
        else
            for (Index head = 0; head < trace.sizes().H; ++head)
                add({slot.layer, operand.array, slot.item, head}, of_head(trace, slot.array, head, read));
    }
    return parts;
}

} // namespace attn
