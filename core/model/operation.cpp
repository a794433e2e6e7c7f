#include "core/model/operation.h"

#include <array>
#include <cassert>

namespace attn {

namespace {

constexpr std::array operation_table{
    &operations::embed,
    &operations::positions,
    &operations::embed_and_positions,
    &operations::add,
    &operations::norm,
    &operations::head_norm,
    &operations::affine,
    &operations::rotate,
    &operations::product,
    &operations::scale,
    &operations::soft_cap,
    &operations::alibi,
    &operations::mask,
    &operations::row_maximum,
    &operations::exponential,
    &operations::row_sum,
    &operations::quotient,
    &operations::gate,
    &operations::multiply,
    &operations::weighted_sum,
    &operations::side_by_side,
    &operations::sum_over_heads,
    &operations::activate,
    &operations::activate_gate,
    &operations::softmax,
    &operations::copy,
    &operations::add_beside,
};
static_assert(operation_table.size() == static_cast<std::size_t>(operation_count));

} // namespace

const Operation& operation(OperationId id) {
    const Operation& row = *operation_table.at(static_cast<std::size_t>(id));
    assert(row.id == id);
    return row;
}

} // namespace attn
