// Plans a layer: which slots have to be computed, and the memory for them.

#include "core/engine/slot.h"
#include "core/engine/state.h"
#include "core/tensor/cellwise.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <iterator>
#include <tuple>
#include <utility>

namespace attn {

namespace {

static_assert(stage_count <= 64, "each stage has a bit");

/// One bit for each stage in which each head's matrix depends on the matrices of all heads.
std::uint64_t stages_that_read_all_heads(const Trace& trace) {
    std::uint64_t stages_found = 0;
    for (const Array& row : stages())
        if (trace.has(row.id) && reads_all_heads(trace.layer(), trace.structure(), row.id))
            stages_found |= std::uint64_t{1} << static_cast<unsigned>(row.id);
    return stages_found;
}

/// True if `id` is an operand of a stage that depends on the matrices of all heads. (Such a stage reads only products
/// with weights, and before these nothing belongs to a head.)
bool is_read_by_all_heads(const Trace& trace, ArrayId id) {
    return std::ranges::any_of(stages(), [&](const Array& row) {
        return trace.has(row.id) && reads_all_heads(trace.layer(), trace.structure(), row.id) &&
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

/// The slot that owns the storage: for a block of columns that of the first head, since all blocks share a matrix.
Address storage_slot(Address slot) {
    return is_in_blocks(slot.array) ? Address{slot.layer, slot.array, slot.item, 0} : slot;
}

/// The number of computed cells; cells in both `rows` and `columns` count twice.
std::size_t cell_count(const Region& region, Shape shape) {
    return static_cast<std::size_t>(region.rows.count() * shape.columns + region.columns.count() * shape.rows);
}

/// The approximate number of multiplications of a whole forward pass.
double multiplications(const Sizes& sizes) {
    const auto size = [](Index length) { return static_cast<double>(length); };
    const double projections = size(sizes.S_q + sizes.S_k) * size(sizes.D) * size(sizes.d_k + sizes.d_v);
    const double attention = size(sizes.S_q) * size(sizes.S_k) * size(sizes.d_k + sizes.d_v);
    const double around = size(sizes.S_q) * size(sizes.D) * size(3 * sizes.d_ff + sizes.V);
    return size(sizes.B) * (size(sizes.H) * (projections + attention) + around);
}

/// The approximate number of multiplications per cell; for a product, the length of its rows.
Index work_per_cell(const Trace& trace, const Recipe& recipe) {
    constexpr Index of_an_exponential = 16;
    const Operation& how = operation(recipe.operation);
    const ArrayId left = recipe.operands.empty() ? ArrayId{} : recipe.operands[0].array;
    const bool is_product = how.picture == NaturalPicture::product && is_stage(left);
    return is_product ? shape_of(trace.sizes(), left).columns : of_an_exponential;
}

/// One bit for each stage that is not stored and has to be computed for this recipe.
std::uint64_t on_demand_for(const Trace& trace, const Recipe& recipe) {
    std::uint64_t stages = 0;
    for (const Operand& operand : recipe.operands)
        if (is_stage(operand.array) && trace.has(operand.array) && !trace.keeps(operand.array))
            stages |= (std::uint64_t{1} << static_cast<unsigned>(operand.array)) |
                      on_demand_for(trace, trace.recipe(operand.array));
    return stages;
}

} // namespace

std::size_t Engine::Plan::slot_count() const {
    std::size_t count = 0;
    for (const PlannedPass& pass : passes)
        count += pass.slots.size();
    return count;
}

/// Plans a layer. If it has other arrays than the layer before, but equal sizes, arrays of both keep their numbers and
/// only new ones are computed.
void Engine::State::make_plan(const Layer& wanted, const std::optional<WantedRows>& rows, const SeenFirst* first) {
    next_layer = copy_of(wanted);
    const std::size_t blocks = plan.next.lay_out(next_layer, most_kept);
    if (plan.next.has_layout_of(trace) || plan.next.sizes_ != trace.sizes_) {
        plan_next(blocks, rows, first);
        return;
    }
    Trace former = trace.laid_out_as(plan.next, blocks);
    std::swap(trace, former);
    plan.is_of_trace = false;
    former_slots.clear();
    former_cache.reset();
    try {
        plan_next(blocks, rows, first);
    } catch (...) {
        trace = std::move(former);
        throw;
    }
}

/// Plans what to compute. All memory of a pass is taken here, so that the trace is unchanged if there is not enough.
void Engine::State::plan_next(std::size_t blocks, const std::optional<WantedRows>& rows, const SeenFirst* first) {
    Trace& next = plan.next;
    plan.same_layout = next.has_layout_of(trace);
    if (!plan.same_layout)
        next.blocks_.assign(blocks, {});
    arrange();
    mark_stale();
    if (rows)
        narrow_stale(*rows);
    add_storage();
    add_passes(first);
    prepare_scratches();
    // Keeps the cached matrices that stay valid; done before versions change.
    if (plan.same_layout && !rows)
        next.on_demand_ = trace.on_demand_but(plan.slots, std::move(former_cache));
    else
        next.make_on_demand_cache();
}

/// A copy of the layer, in the memory of an earlier one if that is not shared.
std::shared_ptr<Layer> Engine::State::copy_of(const Layer& wanted) {
    if (!is_sole_owner(former_layer))
        return std::make_shared<Layer>(wanted);
    *former_layer = wanted;
    return std::move(former_layer);
}

/// Plans what depends only on the layout, once for all layers with the same structure.
void Engine::State::arrange() {
    const Trace& next = plan.next;
    const std::uint64_t across_heads = stages_that_read_all_heads(next);
    if (plan.same_layout && plan.is_of_trace && plan.reads_all_heads == across_heads)
        return;
    plan.is_of_trace = false;
    plan.reads_all_heads = across_heads;
    plan.slots.clear();
    plan.operands.clear();
    for (const Array& row : stages()) {
        if (!next.has(row.id))
            continue;
        PlannedSlot alike;
        alike.shape = shape_of(next.sizes_, row.id);
        alike.recipe = next.recipe(row.id);
        alike.is_kept = next.keeps(row.id);
        alike.pass = pass_of(next, row.id);
        next.for_each_block(row.id, [&](Address slot) { arrange_slot(slot, alike); });
    }
    for (PlannedPass& pass : plan.passes)
        pass.all.clear();
    for (PlannedSlot& planned : plan.slots)
        plan.passes.at(static_cast<std::size_t>(planned.pass)).all.push_back(&planned);
    for (PlannedPass& pass : plan.passes)
        std::ranges::sort(pass.all, {}, [](const PlannedSlot* planned) {
            return std::tuple(planned->slot.item, planned->slot.head, planned->place);
        });
}

void Engine::State::arrange_slot(Address slot, const PlannedSlot& alike) {
    const Trace& next = plan.next;
    PlannedSlot& planned = plan.slots.emplace_back(alike);
    planned.slot = slot;
    planned.group = slot.head / next.sizes_.queries_per_kv;
    planned.place = next.place(slot);
    assert(planned.place + 1 == plan.slots.size());
    planned.storage = next.place(storage_slot(slot));
    planned.first_operand = plan.operands.size();
    const bool reads_all =
        planned.pass == Pass::after_heads || reads_all_heads(next.layer(), next.structure(), slot.array);
    const Index first = reads_all ? 0 : slot.head;
    const Index last = reads_all ? next.sizes_.H : slot.head + 1;
    for (const Operand& operand : planned.recipe.operands)
        if (is_stage(operand.array) && next.has(operand.array))
            for (Index head = first; head < (next.blocks_of(operand.array).heads == 1 ? first + 1 : last); ++head)
                plan.operands.push_back({next.place({slot.layer, operand.array, slot.item, head}), operand.reads});
    planned.operand_count = plan.operands.size() - planned.first_operand;
    planned.work_per_cell = work_per_cell(next, planned.recipe);
    planned.on_demand = on_demand_for(next, planned.recipe);
}

void Engine::State::mark_stale() {
    for (PlannedSlot& planned : plan.slots) {
        planned.version = plan.same_layout ? trace.blocks_[planned.place].version : 0;
        const bool must_be_whole =
            planned.version == 0 || std::ranges::any_of(plan.operands_of(planned), [&](const PlannedOperand& operand) {
                return plan.slots[operand.place].is_whole;
            });
        if (must_be_whole)
            planned.own = Region::everything(planned.shape);
        else
            planned.own = computable(
                planned.recipe,
                changed_region(*trace.layer_, *plan.next.layer_, planned.slot, planned.recipe, planned.shape),
                planned.shape);
        planned.is_whole = must_be_whole || planned.own == Region::everything(planned.shape);
        if (planned.is_whole)
            planned.stale = Region::everything(planned.shape);
        else
            planned.stale = reached(planned, &PlannedSlot::stale);
        planned.is_compared =
            planned.is_kept && planned.version != 0 && !planned.is_whole && !is_in_blocks(planned.slot.array);
        planned.is_unfinished = false;
        planned.is_elsewhere = false;
        planned.before = {};
        planned.moved = {};
    }
}

/// Reduces the stale regions to the rows from which the wanted rows are computed.
void Engine::State::narrow_stale(const WantedRows& wanted) {
    std::vector<IndexRange> read(plan.slots.size());    // rows read, by slot
    for (std::size_t n = plan.slots.size(); n-- > 0;) { // backwards, because a stage reads only earlier ones
        PlannedSlot& planned = plan.slots[n];
        const bool is_wanted = planned.slot.array == wanted.stage &&
                               planned.slot.item == wanted.item.value_or(planned.slot.item) &&
                               planned.slot.head == wanted.head.value_or(planned.slot.head);
        const IndexRange asked = is_wanted ? united(read[n], wanted.rows) : read[n];
        if (!asked.empty()) {
            const IndexRange rows = computable(planned.recipe, {asked, {}}, planned.shape).rows;
            for (const PlannedOperand& operand : plan.operands_of(planned)) {
                const PlannedSlot& of_operand = plan.slots[operand.place];
                IndexRange& all = read[operand.place];
                all = united(all, read_by({rows, {0, planned.shape.columns}}, operand.reads, of_operand.shape).rows);
            }
            if (planned.stale.empty() || Region{rows, {}} == Region::everything(planned.shape))
                continue;
            planned.stale = {rows, {}};
        } else if (planned.stale.empty()) {
            continue;
        } else {
            planned.stale = {};
        }
        planned.is_unfinished = true;
        planned.is_compared = false;
    }
}

/// The region of a slot that changes because of its own changes and those of its operands (`operands` selects one of
/// their regions), enlarged to what can be computed at once.
Region Engine::State::reached(const PlannedSlot& planned, Region PlannedSlot::*operands) const {
    Region region = planned.own;
    for (const PlannedOperand& operand : plan.operands_of(planned))
        region = united(region, reached_by(plan.slots[operand.place].*operands, operand.reads, planned.shape));
    return computable(planned.recipe, region, planned.shape);
}

/// Adds storage for each stored slot with stale cells: the slot's present storage, or another if that is shared or if
/// all numbers are to be compared.
void Engine::State::add_storage() {
    plan.fresh.clear();
    plan.fresh.resize(plan.slots.size());
    if (plan.same_layout)
        former_slots.resize(plan.slots.size());
    for (PlannedSlot& planned : plan.slots)
        if (planned.is_kept && !planned.stale.empty())
            add_storage_for(planned);
}

void Engine::State::add_storage_for(PlannedSlot& planned) {
    auto& fresh = plan.fresh[planned.storage];
    if (fresh)
        return;
    Buffer* const present = plan.same_layout ? trace.blocks_[planned.storage].buffer.get() : nullptr;
    const bool needs_all = planned.is_compared && planned.stale == Region::everything(planned.shape);
    if (present != nullptr && !needs_all && is_sole_owner(trace.blocks_[planned.storage].buffer))
        return;
    // The slot's previous storage, if it is not shared any more.
    const bool has_room = present != nullptr && is_sole_owner(former_slots[planned.storage].buffer);
    fresh = has_room ? std::move(former_slots[planned.storage].buffer) : std::make_shared<Buffer>(planned.shape);
    assert(fresh->shape() == planned.shape);
    const auto blocks = static_cast<std::size_t>(is_in_blocks(planned.slot.array) ? plan.next.sizes_.H : 1);
    for (PlannedSlot& block : std::span(plan.slots).subspan(planned.storage, blocks)) {
        block.is_elsewhere = true;
        block.room = has_room ? former_slots[block.place].version : 0;
        if (present != nullptr && !block.is_whole)
            write_elsewhere(block, present->view(), fresh->view());
    }
}

/// Makes the slot write to other storage. Its present numbers are kept to be compared, or copied if none of them is
/// stale.
void Engine::State::write_elsewhere(PlannedSlot& planned, const ConstView& present, const View& fresh) const {
    const Index width = plan.next.sizes_.d_v;
    const Submatrix own =
        is_in_blocks(planned.slot.array)
            ? Submatrix{{0, present.rows}, {planned.slot.head * width, (planned.slot.head + 1) * width}}
            : Submatrix{{0, present.rows}, {0, present.columns}};
    planned.before = part_of(present, own);
    if (planned.stale.empty())
        bring_up(planned, {}, part_of(fresh, own));
}

/// Groups the slots to be computed into tasks: for each pass one task per item and group of heads, or two if some slots
/// are to be seen first. Keys and values belong to the first head of a group, so that they are computed before the
/// other heads read them. The slots of a head keep the order of the table.
void Engine::State::add_passes(const SeenFirst* first_seen) {
    const Index group_seen_first = first_seen == nullptr ? 0 : first_seen->head / plan.next.sizes_.queries_per_kv;
    const auto is_seen_first = [&](const PlannedSlot* planned) {
        if (first_seen == nullptr || planned->pass != Pass::heads || planned->slot.item != first_seen->item)
            return false;
        return planned->group == group_seen_first || (first_seen->up_to && planned->slot.array <= *first_seen->up_to);
    };
    const auto task_of = [&](const PlannedSlot* planned) {
        return std::tuple(is_seen_first(planned), planned->slot.item, planned->group);
    };
    for (PlannedPass& pass : plan.passes) {
        pass.slots.clear();
        pass.tasks.clear();
        const auto take_stale = [&](bool seen_first) {
            std::ranges::copy_if(pass.all, std::back_inserter(pass.slots), [&](const PlannedSlot* planned) {
                return !planned->stale.empty() && is_seen_first(planned) == seen_first;
            });
        };
        if (first_seen != nullptr)
            take_stale(true);
        take_stale(false);
        for (std::size_t first = 0; first < pass.slots.size();) {
            std::size_t last = first;
            while (last < pass.slots.size() && task_of(pass.slots[last]) == task_of(pass.slots[first]))
                ++last;
            pass.tasks.emplace_back(std::span(pass.slots).subspan(first, last - first));
            first = last;
        }
        const auto is_later = [&](SlotTask task) { return !is_seen_first(task.front()); };
        pass.first_tasks = static_cast<std::size_t>(std::ranges::find_if(pass.tasks, is_later) - pass.tasks.begin());
        share_out(pass);
    }
}

/// Decides how many workers compute the pass.
void Engine::State::share_out(PlannedPass& pass) const {
    const std::size_t all = scratches.size();
    // Before the heads there are only P and the mask, which all items share: too little work to share.
    const bool is_before_heads = !pass.slots.empty() && pass.slots.front()->pass == Pass::before_heads;
    pass.is_worth_waking = !is_before_heads && multiplications(plan.next.sizes_) >= worth_waking;
    const bool shares_rows =
        is_fewer_than_workers(pass.tasks.size()) || (pass.first_tasks > 0 && is_fewer_than_workers(pass.first_tasks));
    if (!pass.is_worth_waking || pass.tasks.empty())
        pass.worker_count = 1;
    else
        pass.worker_count = shares_rows ? all : std::min(pass.tasks.size(), all);
}

/// Takes storage for the stages that are not stored, for each worker that will compute one.
void Engine::State::prepare_scratches() {
    for (const PlannedPass& pass : plan.passes) {
        if (pass.slots.empty())
            continue;
        std::uint64_t on_demand = 0;
        std::size_t most_compared = 0; // the largest number of floats that a slot overwrites
        for (const PlannedSlot* slot : pass.slots) {
            on_demand |= slot->on_demand;
            if (slot->is_compared && slot->before.data == nullptr)
                most_compared = std::max(most_compared, cell_count(slot->stale, slot->shape));
        }
        for (; on_demand != 0; on_demand &= on_demand - 1) {
            const auto stage = static_cast<ArrayId>(std::countr_zero(on_demand));
            for (std::size_t worker = 0; worker < pass.worker_count; ++worker)
                scratches[worker].prepare(stage, shape_of(plan.next.sizes_, stage));
        }
        const std::size_t comparing = pass.worker_count > 1 ? former.size() : 1; // any worker may take any task
        for (std::size_t worker = 0; worker < comparing; ++worker)
            former[worker].resize(std::max(former[worker].size(), most_compared));
    }
}

} // namespace attn
