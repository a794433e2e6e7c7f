#include "core/engine/slot.h"

#include "core/tensor/cellwise.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace attn {

namespace {

/// The address under which the layer stores given and pinned numbers of a block. The model's input and output have
/// layer 0.
Address slot_of_block(Address block) {
    if (row_of(block.array).part != ModelPart::block)
        block.layer = 0;
    return is_in_blocks(block.array) ? Address{block.layer, block.array, block.item, 0} : block;
}

/// The first column of the block in the matrix of slot_of_block().
Index first_column(Address slot, Index columns) {
    return is_in_blocks(slot.array) ? slot.head * columns : 0;
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
    const CellId first{named.layer, named.array, named.item, named.head, 0, 0};
    CellId last = first;
    ++last.head;
    return {layer.pins.lower_bound(first), layer.pins.lower_bound(last)};
}

IndexRange changed_given(const Layer& before, const Layer& after, Address slot, Index all) {
    const Matrix* const old = given_matrix(before, slot);
    const Matrix* const now = given_matrix(after, slot);
    if ((old == nullptr) != (now == nullptr))
        return {0, all};
    if (old == nullptr || old->is_same_as(*now))
        return {};
    return different_rows(*old, *now); // compares all blocks that share the matrix, not only this one
}

/// The rows with pins that only one of the layers has, or that have different values.
IndexRange changed_pins(const Layer& before, const Layer& after, Address slot) {
    PinRange old = pins_of(before, slot);
    PinRange now = pins_of(after, slot);
    IndexRange changed;
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

/// The region of the slot that depends on parameters which changed.
Region changed_by_parameters(const Layer& before, const Layer& after, Address slot, const Recipe& recipe, Shape whole) {
    Region changed;
    for (const Operand& operand : recipe.operands) {
        if (is_stage(operand.array))
            continue;
        const Matrix& old = parameter(before, operand.array, slot.head);
        const Matrix& now = parameter(after, operand.array, slot.head);
        if (old.is_same_as(now))
            continue;
        if (old.shape() != now.shape())
            return Region::everything(whole);
        changed = united(changed, reached_by({{}, different_columns(old, now)}, operand.reads, whole));
    }
    return changed;
}

/// Writes the pins within `part` into `result`, which is the whole slot.
void apply_pins(const Layer& layer, Address slot, const Submatrix& part, const View& result) {
    if (layer.pins.empty())
        return;
    const Index first = first_column(slot, result.columns);
    const PinRange pins = pins_of(layer, slot);
    for (auto pin = pins.first; pin != pins.last; ++pin) {
        const Index row = pin->first.row;
        const Index column = pin->first.column - first;
        if (part.rows.contains(row) && part.columns.contains(column))
            result(row, column) = pin->second;
    }
}

} // namespace

Region computable(const Recipe& recipe, const Region& wanted, Shape whole) {
    const Operation& how = operation(recipe.operation);
    const bool can = (wanted.rows.empty() || how.by_rows) && (wanted.columns.empty() || how.by_columns);
    const bool is_all = wanted.rows.count() == whole.rows || wanted.columns.count() == whole.columns;
    return wanted.empty() || (can && !is_all) ? wanted : Region::everything(whole);
}

void compute_slot(const Layer& layer, Address slot, const Recipe& recipe, Operands& operands, const Submatrix& part,
                  const View& result) {
    const View cells = part_of(result, part);
    if (const Matrix* const given = given_matrix(layer, slot))
        copy(part_of(given->column_block(first_column(slot, result.columns), result.columns).view(), part), cells);
    else
        operation(recipe.operation).compute(layer, slot, operands, cells);
    apply_pins(layer, slot, part, result);
}

Region changed_region(const Layer& before, const Layer& after, Address slot, const Recipe& recipe, Shape whole) {
    const Operation& how = operation(recipe.operation);
    if (how.same_options != nullptr && !how.same_options(before, after, slot))
        return Region::everything(whole);
    IndexRange rows = how.changed_rows != nullptr ? how.changed_rows(before, after, slot) : IndexRange{};
    rows = united(rows, changed_given(before, after, slot, whole.rows));
    rows = united(rows, changed_pins(before, after, slot));
    return united({rows, {}}, changed_by_parameters(before, after, slot, recipe, whole));
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
    present.reset(); // released before the new one is allocated, since both may take too much memory
    present = std::make_shared<Buffer>(shape);
}

void Scratch::lend(ArrayId stage, std::shared_ptr<Buffer> numbers) {
    set_filled(stage, head_, {0, numbers->shape().rows});
    buffer(stage) = std::move(numbers);
}

SlotOperands::SlotOperands(const Trace& trace, Scratch& scratch, Address slot, const Submatrix& part)
    : trace_(trace), scratch_(scratch), recipe_(trace.recipe(slot.array)), head_(slot.head), part_(part) {}

bool SlotOperands::is_stored(std::size_t operand) const {
    const ArrayId id = recipe_.operands[operand].array;
    return is_parameter(id) || trace_.keeps(id);
}

ConstView SlotOperands::view_rows(std::size_t operand, Index head, IndexRange rows) {
    return read(operand, head, {{part_.rows.first + rows.first, part_.rows.first + rows.last}, part_.columns});
}

ConstView SlotOperands::read(std::size_t operand, Index head, const Submatrix& part) {
    if (operand >= recipe_.operands.size())
        return {};
    const auto [id, reads, required] = recipe_.operands[operand];
    if (!trace_.has(id))
        return {};
    if (is_parameter(id)) {
        const ConstView whole = parameter(trace_.layer(), id, head);
        return whole.data == nullptr ? whole : part_of(whole, read_by(part, reads, whole.shape()));
    }
    const ConstView all = whole(id, head, read_by(part, reads, shape_of(trace_.sizes(), id)).rows);
    return part_of(all, read_by(part, reads, all.shape())); // in blocks of columns, those of this head
}

ConstView SlotOperands::whole(ArrayId stage, Index head, IndexRange rows) {
    if (trace_.keeps(stage))
        return trace_.stored({trace_.layer().number, stage, scratch_.item(), head});
    const Address slot = trace_.canonical(Address{trace_.layer().number, stage, scratch_.item(), head});
    auto& buffer = scratch_.buffer(stage);
    if (buffer && scratch_.filled(stage, head).contains(rows))
        return buffer->view();
    const Shape shape = shape_of(trace_.sizes(), stage);
    const Recipe& recipe = trace_.recipe(stage);
    scratch_.prepare(stage, shape);
    const Submatrix computed{computable(recipe, {rows, {}}, shape).rows, {0, shape.columns}};
    SlotOperands operands(trace_, scratch_, slot, computed);
    compute_slot(trace_.layer(), slot, recipe, operands, computed, buffer->view());
    scratch_.set_filled(stage, head, computed.rows);
    return buffer->view();
}

} // namespace attn
