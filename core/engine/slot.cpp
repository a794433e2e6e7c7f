#include "core/engine/slot.h"

#include "core/engine/sole_owner.h"
#include "core/tensor/cellwise.h"

#include <algorithm>

namespace attn {

namespace {

/// The slot that a block is part of, under which the layer names what is given and pinned.
Address slot_of_block(Address block) {
    return is_in_blocks(block.stage) ? Address{block.stage, block.item, 0} : block;
}

/// The first column of the named matrix that the slot holds.
Index first_column(Address slot, Index columns) {
    return is_in_blocks(slot.stage) ? slot.head * columns : 0;
}

const Matrix* given_matrix(const Layer& layer, Address slot) {
    const auto found = layer.given.find(slot_of_block(slot));
    return found == layer.given.end() ? nullptr : &found->second;
}

struct PinRange {
    std::map<CellId, float>::const_iterator first;
    std::map<CellId, float>::const_iterator last;
};

PinRange pins_of(const Layer& layer, Address slot) {
    const Address named = slot_of_block(slot);
    const CellId first{named.stage, named.item, named.head, 0, 0};
    CellId last = first;
    ++last.head;
    return {layer.pins.lower_bound(first), layer.pins.lower_bound(last)};
}

bool same_overrides(const Layer& before, const Layer& after, Address slot) {
    const Matrix* const old = given_matrix(before, slot);
    const Matrix* const now = given_matrix(after, slot);
    if ((old == nullptr) != (now == nullptr) || (old != nullptr && !old->is_same_as(*now)))
        return false;
    const PinRange old_pins = pins_of(before, slot);
    const PinRange pins = pins_of(after, slot);
    return std::equal(old_pins.first, old_pins.last, pins.first, pins.last);
}

bool same_parameters(const Layer& before, const Layer& after, Address slot, const Recipe& recipe) {
    return std::ranges::all_of(recipe.operands, [&](const Operand& operand) {
        return is_stage(operand.array) ||
               parameter(before, operand.array, slot.head).is_same_as(parameter(after, operand.array, slot.head));
    });
}

void apply_pins(const Layer& layer, Address slot, View result) {
    const Index first = first_column(slot, result.columns);
    const PinRange pins = pins_of(layer, slot);
    for (auto pin = pins.first; pin != pins.last; ++pin) {
        const Index column = pin->first.column - first;
        if (column >= 0 && column < result.columns)
            result(pin->first.row, column) = pin->second;
    }
}

} // namespace

void compute_slot(const Layer& layer, Address slot, const Recipe& recipe, Operands& operands, View result) {
    if (const Matrix* const given = given_matrix(layer, slot))
        copy(given->column_block(first_column(slot, result.columns), result.columns), result);
    else
        operation(recipe.operation).compute(layer, slot, operands, result);
    apply_pins(layer, slot, result);
}

bool same_operands(const Layer& before, const Layer& after, Address slot, const Recipe& recipe) {
    const auto same_options = operation(recipe.operation).same_options;
    return (same_options == nullptr || same_options(before, after, slot)) &&
           same_parameters(before, after, slot, recipe) && same_overrides(before, after, slot);
}

void Scratch::begin(Index item, Index head) {
    filled_.fill(false);
    item_ = item;
    head_ = head;
}

void Scratch::prepare(ArrayId stage, Shape shape) {
    auto& present = buffer(stage);
    if (present && present->shape() == shape && is_sole_owner(present))
        return;
    filled_[static_cast<std::size_t>(stage)] = false;
    present.reset(); // before the new one is there: both at once may be too much
    present = std::make_shared<Buffer>(shape);
}

SlotOperands::SlotOperands(const Trace& trace, Scratch& scratch, ArrayId stage)
    : trace_(trace), scratch_(scratch), recipe_(trace.recipe(stage)) {}

ConstView SlotOperands::view(std::size_t operand, Index head) {
    if (operand >= recipe_.operands.size())
        return {};
    const ArrayId id = recipe_.operands[operand].array;
    if (!trace_.has(id))
        return {};
    if (is_parameter(id))
        return parameter(trace_.layer(), id, head);
    const Address slot{id, scratch_.item(), head};
    if (row_of(id).keep == Keep::always)
        return trace_.stored(slot);
    assert(head == scratch_.head());
    auto& buffer = scratch_.buffer(id);
    if (scratch_.is_filled(id))
        return buffer->view();
    scratch_.prepare(id, shape_of(trace_.sizes(), id));
    SlotOperands operands(trace_, scratch_, id);
    compute_slot(trace_.layer(), slot, trace_.recipe(id), operands, buffer->view());
    scratch_.set_filled(id);
    return buffer->view();
}

} // namespace attn
