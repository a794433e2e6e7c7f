#include "core/engine/slot.h"

#include "core/tensor/products.h"

#include <algorithm>

namespace attn {

namespace {

/// The slot that a block is part of, under which the layer names what is given and pinned: concat's blocks are the
/// columns of a head.
Address slot_of_block(Address block) {
    return block.stage == ArrayId::concat ? Address{block.stage, block.item, 0} : block;
}

/// The first column of the named matrix that the slot holds.
Index first_column(Address slot, Index columns) {
    return slot.stage == ArrayId::concat ? slot.head * columns : 0;
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

bool same_parameters(const Layer& before, const Layer& after, Address slot) {
    return std::ranges::all_of(stage(slot.stage).parameters, [&](const ParameterInput& input) {
        return parameter(before, input.parameter, slot.head).is_same_as(parameter(after, input.parameter, slot.head));
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

void compute_slot(const Layer& layer, Address slot, Inputs& inputs, View result) {
    if (const Matrix* const given = given_matrix(layer, slot))
        copy(given->column_block(first_column(slot, result.columns), result.columns), result);
    else
        stage(slot.stage).compute(layer, slot, inputs, result);
    apply_pins(layer, slot, result);
}

bool same_operands(const Layer& before, const Layer& after, Address slot) {
    return stage(slot.stage).same_options(before, after, slot) && same_parameters(before, after, slot) &&
           same_overrides(before, after, slot);
}

void Scratch::begin(Index item, Index head) {
    filled_.fill(false);
    item_ = item;
    head_ = head;
}

void Scratch::prepare(ArrayId stage, Shape shape) {
    auto& present = buffer(stage);
    if (present && present->shape() == shape && present.use_count() == 1)
        return;
    filled_[static_cast<std::size_t>(stage)] = false;
    present.reset(); // before the new one is there: both at once may be too much
    present = std::make_shared<Buffer>(shape);
}

ConstView SlotInputs::view(ArrayId id, Index head) {
    const Address slot{id, scratch_.item(), head};
    if (stage(id).keep == Keep::always)
        return trace_.stored(slot);
    assert(head == scratch_.head());
    auto& buffer = scratch_.buffer(id);
    if (scratch_.is_filled(id))
        return buffer->view();
    scratch_.prepare(id, shape_of(trace_.sizes(), id));
    compute_slot(trace_.layer(), slot, *this, buffer->view());
    scratch_.set_filled(id);
    return buffer->view();
}

} // namespace attn
