// Deciding what a layer changes, and taking the memory for it.

#include "core/engine/sole_owner.h"
#include "core/engine/state.h"
#include "core/tensor/cellwise.h"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

namespace attn {

namespace {

/// Whether each head's matrix of the stage is made from those of all heads, in the same pass.
bool reads_heads_of_its_pass(const Trace& trace, ArrayId id) {
    const auto reads = operation(trace.recipe(id).operation).reads_all_heads;
    return reads != nullptr && reads(trace.layer());
}

/// Whether a stage that is made from all heads' matrices has it as an operand. (Only what stands before it by weights
/// alone is read so, and nothing of heads stands before that.)
bool is_read_by_all_heads(const Trace& trace, ArrayId id) {
    if (!trace.layer().head_norm.across_heads) // all others have none
        return false;
    return std::ranges::any_of(stages(), [&](const Array& row) {
        return trace.has(row.id) && reads_heads_of_its_pass(trace, row.id) &&
               std::ranges::any_of(trace.recipe(row.id).operands,
                                   [id](const Operand& operand) { return operand.array == id; });
    });
}

Pass pass_of(const Trace& trace, ArrayId id) {
    if (row_of(id).items != PerItem::each) // several items read it, and their heads do not wait for each other
        return Pass::before_heads;
    if (row_of(id).heads != Heads::none || is_in_blocks(id))
        return is_read_by_all_heads(trace, id) ? Pass::read_by_all_heads : Pass::heads;
    return is_made_by_heads(id) ? Pass::after_heads : Pass::before_heads;
}

/// All blocks of columns share one matrix, which stands with the first head.
Address storage_slot(Address slot) {
    return is_in_blocks(slot.stage) ? Address{slot.stage, slot.item, 0} : slot;
}

} // namespace

std::size_t Engine::Plan::slot_count() const {
    std::size_t count = 0;
    for (const PlannedPass& pass : passes)
        count += pass.slots.size();
    return count;
}

/// Decides what is to be computed. All memory that a pass needs is taken here, so that the trace and what it says about
/// itself are as before when it cannot be had.
void Engine::State::make_plan(const Layer& wanted) {
    next_layer = copy_of(wanted);
    Trace& next = plan.next;
    next.lay_out(next_layer);
    plan.same_layout = next.sizes_ == trace.sizes_ && next.addresses_ == trace.addresses_ &&
                       next.structure_ == trace.structure_ && next.offsets_ == trace.offsets_;
    arrange();
    mark_stale();
    add_storage();
    add_passes();
    prepare_scratches();
    // What was looked at and stays true; before the versions change.
    if (plan.same_layout)
        next.on_demand_ = trace.on_demand_but(plan.slots, std::move(former_cache));
    else
        next.make_on_demand_cache();
}

/// Copies it into the storage of an earlier one, if there is one that nobody reads any more.
std::shared_ptr<Layer> Engine::State::copy_of(const Layer& wanted) {
    if (!is_sole_owner(former_layer))
        return std::make_shared<Layer>(wanted);
    *former_layer = wanted;
    return std::move(former_layer);
}

/// When each array is computed.
void Engine::State::arrange() {
    for (const Array& row : stages())
        if (plan.next.has(row.id)) {
            PlannedArray& planned = plan.arrays.at(static_cast<std::size_t>(row.id));
            planned.pass = pass_of(plan.next, row.id);
            planned.reads_all_heads = planned.pass == Pass::after_heads || reads_heads_of_its_pass(plan.next, row.id);
        }
}

void Engine::State::mark_stale() {
    const Trace& next = plan.next;
    plan.slots.assign(next.blocks_.size(), {});
    for (const Array& row : stages())
        if (next.has(row.id))
            next.for_each_block(row.id, [&](Address slot) { mark_slot(slot); });
}

void Engine::State::mark_slot(Address slot) {
    const Trace& next = plan.next;
    PlannedSlot& planned = plan.slots[next.place(slot)];
    const Shape shape = shape_of(next.sizes_, slot.stage);
    const Recipe& recipe = next.recipe(slot.stage);
    planned.version = plan.same_layout ? trace.at(slot).version : 0;
    planned.own = planned.version == 0
                      ? Region::everything(shape)
                      : computable(recipe, changed_region(*trace.layer_, *next.layer_, slot, recipe, shape), shape);
    planned.stale = reached(next, slot, &PlannedSlot::stale);
    planned.is_whole = planned.own == Region::everything(shape);
    for_each_operand(next, slot, [&](const Operand& /*operand*/, const PlannedSlot& read) {
        planned.is_whole = planned.is_whole || read.is_whole;
    });
}

/// The operands of a slot that are stages, each with what becomes of it.
template <class Visit>
void Engine::State::for_each_operand(const Trace& in, Address slot, const Visit& visit) const {
    const bool reads_all = plan.arrays.at(static_cast<std::size_t>(slot.stage)).reads_all_heads;
    const Index first = reads_all ? 0 : slot.head;
    const Index last = reads_all ? in.sizes_.H : slot.head + 1;
    for (const Operand& operand : in.recipe(slot.stage).operands)
        if (is_stage(operand.array) && in.has(operand.array))
            for (Index head = first; head < last; ++head)
                visit(operand, plan.slots[in.place({operand.array, slot.item, head})]);
}

/// What an operand's change reaches: cells, as they are computed together.
Region Engine::State::reached(const Trace& in, Address slot, Region PlannedSlot::*operands) const {
    const Shape shape = shape_of(in.sizes_, slot.stage);
    Region region = plan.slots[in.place(slot)].own;
    for_each_operand(in, slot, [&](const Operand& operand, const PlannedSlot& read) {
        region = united(region, reached_by(read.*operands, operand.reads, shape));
    });
    return computable(in.recipe(slot.stage), region, shape);
}

/// Storage for all slots that are computed and kept: their present one, if nobody else holds it and its numbers are not
/// needed any more.
void Engine::State::add_storage() {
    const Trace& next = plan.next;
    plan.fresh.clear();
    plan.fresh.resize(next.blocks_.size());
    if (plan.same_layout)
        former_buffers.resize(next.blocks_.size());
    for (const Array& row : stages())
        if (next.has(row.id) && row.keep == Keep::always)
            next.for_each_block(row.id, [&](Address slot) { add_storage_for(slot); });
}

void Engine::State::add_storage_for(Address slot) {
    const Trace& next = plan.next;
    const std::size_t place = next.place(storage_slot(slot));
    PlannedSlot& planned = plan.slots[next.place(slot)];
    if (planned.stale.empty() || plan.fresh[place])
        return;
    Buffer* const present = plan.same_layout ? trace.blocks_[place].buffer.get() : nullptr;
    const bool is_compared = planned.version != 0 && !planned.is_whole && !is_in_blocks(slot.stage);
    if (present != nullptr && !is_compared && is_sole_owner(trace.blocks_[place].buffer))
        return;
    plan.fresh[place] = storage(place, shape_of(next.sizes_, storage_slot(slot).stage));
    if (is_compared)
        planned.before = present->view();
    if (present != nullptr && is_in_blocks(slot.stage)) // the other heads' columns stay as they are
        copy(present->view(), plan.fresh[place]->view());
}

/// What stood at the place before, where nobody holds it any more; otherwise new storage.
std::shared_ptr<Buffer> Engine::State::storage(std::size_t place, Shape shape) {
    if (!plan.same_layout || !is_sole_owner(former_buffers[place]))
        return std::make_shared<Buffer>(shape);
    assert(former_buffers[place]->shape() == shape);
    return std::move(former_buffers[place]);
}

/// The slots to be computed, in each pass as one task for each item and group of heads. Keys and values stand in the
/// group's first head, so that they are there when the others read them; a head's slots stay in the order of the table.
void Engine::State::add_passes() {
    const Trace& next = plan.next;
    for (PlannedPass& pass : plan.passes) {
        pass.slots.clear();
        pass.tasks.clear();
    }
    for (const Array& row : stages()) {
        if (!next.has(row.id))
            continue;
        auto& slots =
            plan.passes.at(static_cast<std::size_t>(plan.arrays.at(static_cast<std::size_t>(row.id)).pass)).slots;
        next.for_each_block(row.id, [&](Address slot) {
            if (!plan.slots[next.place(slot)].stale.empty())
                slots.push_back(slot);
        });
    }
    const auto task_of = [&](Address slot) { return std::pair(slot.item, slot.head / next.sizes_.queries_per_kv); };
    for (PlannedPass& pass : plan.passes) {
        std::ranges::sort(pass.slots, {}, [](Address slot) { return std::tuple(slot.item, slot.head, slot.stage); });
        for (std::size_t first = 0; first < pass.slots.size();) {
            std::size_t last = first;
            while (last < pass.slots.size() && task_of(pass.slots[last]) == task_of(pass.slots[first]))
                ++last;
            pass.tasks.emplace_back(std::span(pass.slots).subspan(first, last - first));
            first = last;
        }
    }
}

/// Storage of those workers who will compute something, for what is not kept.
void Engine::State::prepare_scratches() {
    const Trace& next = plan.next;
    for (std::size_t pass = 0; pass < all_passes.size(); ++pass) {
        const auto& planned = plan.passes.at(pass);
        std::array<bool, static_cast<std::size_t>(array_count)> read{};
        const auto note = [&](const Recipe& recipe) {
            for (const Operand& operand : recipe.operands)
                read.at(static_cast<std::size_t>(operand.array)) = true;
        };
        for (const Address slot : planned.slots)
            note(next.recipe(slot.stage));
        // And what these are computed from; a stage reads earlier ones only.
        for (std::size_t id = stages().size(); id-- > 0;)
            if (const Array& row = stages()[id]; row.keep != Keep::always && read.at(id))
                note(next.recipe(row.id));
        const std::size_t used =
            all_passes.at(pass) == Pass::before_heads ? 1 : std::min(planned.tasks.size(), scratches.size());
        for (const Array& row : stages())
            if (row.keep != Keep::always && read.at(static_cast<std::size_t>(row.id)) && next.has(row.id))
                for (std::size_t worker = 0; worker < used; ++worker)
                    scratches[worker].prepare(row.id, shape_of(next.sizes_, row.id));
    }
}

} // namespace attn
