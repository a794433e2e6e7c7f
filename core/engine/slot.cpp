#include "core/engine/slot.h"

#include "core/engine/sole_owner.h"
#include "core/tensor/cellwise.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

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

/// The rows in which two matrices of one shape have other bits.
RowRange different_rows(ConstView left, ConstView right) {
    RowRange different;
    for (Index i = 0; i < left.rows; ++i)
        if (!equal_bits(rows_of(left, {i, i + 1}), rows_of(right, {i, i + 1})))
            different = united(different, {i, i + 1});
    return different;
}

RowRange changed_given(const Layer& before, const Layer& after, Address slot, Index all) {
    const Matrix* const old = given_matrix(before, slot);
    const Matrix* const now = given_matrix(after, slot);
    if ((old == nullptr) != (now == nullptr))
        return {0, all};
    if (old == nullptr || old->is_same_as(*now))
        return {};
    return different_rows(*old, *now);
}

/// The rows of the pins that only one of both has, or with another number.
RowRange changed_pins(const Layer& before, const Layer& after, Address slot) {
    PinRange old = pins_of(before, slot);
    PinRange now = pins_of(after, slot);
    RowRange changed;
    const auto differs = [&](const std::pair<const CellId, float>& pin) {
        changed = united(changed, {pin.first.row, pin.first.row + 1});
    };
    while (old.first != old.last || now.first != now.last) {
        const bool only_old = now.first == now.last || (old.first != old.last && old.first->first < now.first->first);
        const bool only_now = old.first == old.last || (now.first != now.last && now.first->first < old.first->first);
        if (only_old || only_now)
            differs(only_old ? *old.first : *now.first);
        else if (std::bit_cast<std::uint32_t>(old.first->second) != std::bit_cast<std::uint32_t>(now.first->second))
            differs(*now.first);
        if (!only_now)
            ++old.first;
        if (!only_old)
            ++now.first;
    }
    return changed;
}

bool same_parameters(const Layer& before, const Layer& after, Address slot, const Recipe& recipe) {
    return std::ranges::all_of(recipe.operands, [&](const Operand& operand) {
        return is_stage(operand.array) ||
               parameter(before, operand.array, slot.head).is_same_as(parameter(after, operand.array, slot.head));
    });
}

/// To rows of the slot, of which `result` is the whole.
void apply_pins(const Layer& layer, Address slot, RowRange rows, View result) {
    const Index first = first_column(slot, result.columns);
    const PinRange pins = pins_of(layer, slot);
    for (auto pin = pins.first; pin != pins.last; ++pin) {
        const Index row = pin->first.row;
        const Index column = pin->first.column - first;
        if (rows.contains({row, row + 1}) && column >= 0 && column < result.columns)
            result(row, column) = pin->second;
    }
}

} // namespace

RowRange computable_rows(const Recipe& recipe, RowRange wanted, Index all) {
    return operation(recipe.operation).by_rows ? wanted : RowRange{0, all};
}

void compute_slot(const Layer& layer, Address slot, const Recipe& recipe, Operands& operands, RowRange rows,
                  View result) {
    const View those = rows_of(result, rows);
    if (const Matrix* const given = given_matrix(layer, slot))
        copy(rows_of(given->column_block(first_column(slot, result.columns), result.columns), rows), those);
    else
        operation(recipe.operation).compute(layer, slot, operands, those);
    apply_pins(layer, slot, rows, result);
}

RowRange changed_rows(const Layer& before, const Layer& after, Address slot, const Recipe& recipe, Index all) {
    const Operation& how = operation(recipe.operation);
    if ((how.same_options != nullptr && !how.same_options(before, after, slot)) ||
        !same_parameters(before, after, slot, recipe))
        return {0, all};
    RowRange changed = how.changed_rows != nullptr ? how.changed_rows(before, after, slot) : RowRange{};
    changed = united(changed, changed_given(before, after, slot, all));
    return united(changed, changed_pins(before, after, slot));
}

void Scratch::begin(Index item, Index head) {
    filled_.fill({});
    item_ = item;
    head_ = head;
}

void Scratch::prepare(ArrayId stage, Shape shape) {
    auto& present = buffer(stage);
    if (present && present->shape() == shape && is_sole_owner(present))
        return;
    filled_[static_cast<std::size_t>(stage)] = {};
    present.reset(); // before the new one is there: both at once may be too much
    present = std::make_shared<Buffer>(shape);
}

SlotOperands::SlotOperands(const Trace& trace, Scratch& scratch, ArrayId stage, RowRange rows)
    : trace_(trace), scratch_(scratch), recipe_(trace.recipe(stage)), rows_(rows) {}

ConstView SlotOperands::view(std::size_t operand, Index head) {
    if (operand >= recipe_.operands.size())
        return {};
    const auto [id, reads, required] = recipe_.operands[operand];
    if (!trace_.has(id))
        return {};
    if (is_parameter(id))
        return parameter(trace_.layer(), id, head);
    if (reads_same_row(reads))
        return rows_of(whole(id, head, rows_), rows_);
    return whole(id, head, {0, shape_of(trace_.sizes(), id).rows});
}

ConstView SlotOperands::whole(ArrayId stage, Index head, RowRange rows) {
    const Address slot{stage, scratch_.item(), head};
    if (row_of(stage).keep == Keep::always)
        return trace_.stored(slot);
    assert(head == scratch_.head());
    auto& buffer = scratch_.buffer(stage);
    if (buffer && scratch_.filled(stage).contains(rows))
        return buffer->view();
    const Shape shape = shape_of(trace_.sizes(), stage);
    const Recipe& recipe = trace_.recipe(stage);
    scratch_.prepare(stage, shape);
    const RowRange computed = computable_rows(recipe, rows, shape.rows);
    SlotOperands operands(trace_, scratch_, stage, computed);
    compute_slot(trace_.layer(), slot, recipe, operands, computed, buffer->view());
    scratch_.set_filled(stage, computed);
    return buffer->view();
}

} // namespace attn
