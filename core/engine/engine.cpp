#include "core/engine/engine.h"

#include "core/engine/state.h"
#include "core/tensor/cellwise.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <functional>
#include <optional>
#include <utility>

namespace attn {

namespace {

/// A version that no engine of the process has used yet. Equal versions mean equal numbers, whichever engine computed
/// them.
std::uint64_t next_version() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

/// Copies all cells outside the region.
void copy_around(const Region& region, const ConstView& from, const View& to) {
    const IndexRange above{0, region.rows.empty() ? to.rows : region.rows.first};
    copy(rows_of(from, above), rows_of(to, above));
    if (const IndexRange below{region.rows.last, to.rows}; !region.rows.empty())
        copy(rows_of(from, below), rows_of(to, below));
}

/// The numbers of a region before they are overwritten: its rows and its columns, each complete.
struct Former {
    ConstView rows;
    ConstView columns;
};

/// Copies the rows and columns of the region into `room`, one after the other.
Former copied(const Region& region, const ConstView& view, FormerNumbers& room) {
    const View rows{room.data(), region.rows.count(), view.columns, view.columns};
    const View columns{room.data() + rows.rows * rows.columns, view.rows, region.columns.count(),
                       region.columns.count()};
    copy(rows_of(view, region.rows), rows);
    copy(columns_of(view, region.columns), columns);
    return {rows, columns};
}

/// The part of the region whose bits differ from the former numbers.
Region different(const Region& region, const Former& former, const ConstView& now) {
    Region moved;
    const IndexRange rows = different_rows(former.rows, rows_of(now, region.rows));
    if (!rows.empty())
        moved.rows = {region.rows.first + rows.first, region.rows.first + rows.last};
    if (!equal_bits(former.columns, columns_of(now, region.columns)))
        moved.columns = region.columns;
    return moved;
}

/// True if the slot is computed row by row, each row only from the same row of its operands.
bool is_made_row_by_row(const PlannedSlot& planned) {
    const auto reads_across = [](const Operand& operand) {
        return operand.reads == Reads::column || operand.reads == Reads::row_as_column;
    };
    return planned.stale == Region::everything(planned.shape) && !planned.is_unfinished &&
           !is_in_blocks(planned.slot.array) && operation(planned.recipe.operation).by_rows &&
           std::ranges::none_of(planned.recipe.operands, reads_across);
}

/// The first of `slots`, and those after it that can be computed together with it row by row: slots of one head, each
/// of which may read the same rows of those before it. Only the first if all its rows fit into one batch.
SlotTask row_by_row(SlotTask slots, Index rows_at_a_time) {
    const PlannedSlot& first = *slots.front();
    const auto goes_on = [&](const PlannedSlot* planned) {
        return planned->slot.head == first.slot.head && planned->shape.rows == first.shape.rows &&
               is_made_row_by_row(*planned);
    };
    if (first.shape.rows <= rows_at_a_time)
        return slots.first(1);
    const auto last = std::ranges::find_if_not(slots, goes_on);
    return slots.first(std::max<std::size_t>(1, static_cast<std::size_t>(last - slots.begin())));
}

} // namespace

/// Makes the planned layer that of the trace. Slots that have to be computed get version 0.
void Engine::State::adopt_plan() noexcept {
    if (plan.same_layout) {
        if (plan.next.on_demand_)
            former_cache = std::exchange(trace.on_demand_, std::move(plan.next.on_demand_));
        else
            trace.forget_on_demand(plan.slots);
        trace.layer_ = std::move(plan.next.layer_);
        former_layer = std::move(layer);
    } else {
        trace = std::move(plan.next);
        former_layer.reset();
        former_cache.reset();
        former_slots.clear();
    }
    layer = std::move(next_layer);
    plan.is_of_trace = true;
    for (std::size_t place = 0; place < trace.blocks_.size(); ++place) {
        Trace::Block& block = trace.blocks_[place];
        if (!plan.slots[place].stale.empty() || plan.slots[place].is_unfinished)
            block.version = 0;
        if (plan.same_layout && plan.slots[place].is_elsewhere)
            former_slots[place] = {std::move(block.buffer), plan.slots[place].version};
        if (plan.fresh[place])
            block.buffer = std::move(plan.fresh[place]);
    }
}

/// The numbers of a slot in the trace's storage. For a block of columns: S_q x d_v of the matrix of all heads.
View Engine::State::stored(const PlannedSlot& planned) const {
    Buffer& buffer = *trace.blocks_[planned.storage].buffer;
    if (!is_in_blocks(planned.slot.array))
        return buffer.view();
    const View whole = buffer.view();
    const Index width = trace.sizes().d_v;
    return {whole.data + planned.slot.head * width, whole.rows, width, whole.stride};
}

/// The next slots to compute together; only the first if a part of it turns out to be up to date.
SlotTask Engine::State::next_slots(SlotTask slots, Index rows_at_a_time) const {
    const SlotTask together = row_by_row(slots, rows_at_a_time);
    const PlannedSlot& first = *slots.front();
    const bool is_whole = together.size() == 1 || first.is_whole || reached(first, &PlannedSlot::moved) == first.stale;
    return is_whole ? together : slots.first(1);
}

/// Computes the planned region of a slot, or less: only what depends on operands whose numbers really changed.
void Engine::State::compute_planned(PlannedSlot& planned, std::size_t worker) {
    if (planned.is_unfinished || planned.is_whole)
        compute_region(planned, planned.stale, worker);
    else
        compute_region(planned, reached(planned, &PlannedSlot::moved), worker);
}

void Engine::State::compute_region(PlannedSlot& planned, const Region& region, std::size_t worker) {
    const bool is_written = planned.is_kept && (!region.empty() || is_in_blocks(planned.slot.array));
    if (is_written)
        planned.moved = compute_kept(planned, region, worker);
    else
        planned.moved = region;
    note_moved(planned, is_written);
}

void Engine::State::note_moved(const PlannedSlot& planned, bool is_written) {
    if (planned.moved.empty())
        keep(planned, is_written);
    else if (!planned.is_unfinished)
        trace.blocks_[planned.place].advance(planned.version, version, planned.moved);
}

/// Calls compute(rows, worker) once for all rows, or for parts of them shared among the workers.
template <class Compute>
void Engine::State::for_rows(IndexRange rows, Index work_per_row, std::size_t worker, const Compute& compute) {
    constexpr Index fewest = 32;                   // rows for each worker
    const double worth_sharing = worth_waking / 5; // the other workers have just worked and are still awake
    const Index parts = std::min<Index>(std::ssize(scratches), rows.count() / fewest);
    const double work = static_cast<double>(rows.count()) * static_cast<double>(work_per_row);
    if (!shares_rows || parts <= 1 || work < worth_sharing) {
        compute(rows, worker);
        return;
    }
    const auto bound = [&](Index part) { return rows.first + rows.count() * part / parts; };
    const auto compute_share = [&](std::size_t part, std::size_t of_worker) {
        const auto n = static_cast<Index>(part);
        compute({bound(n), bound(n + 1)}, of_worker);
    };
    workers.run(static_cast<std::size_t>(parts), std::cref(compute_share)); // by reference, so that nothing is
                                                                            // allocated
}

/// Computes the slots together, some rows at a time, so that the operands of these rows, e.g. the scores until they
/// have become attention weights, stay in the core's cache.
void Engine::State::compute_row_by_row(SlotTask slots, Index rows_at_a_time, std::size_t worker) {
    Index work_per_row = 0;
    for (const PlannedSlot* const planned : slots)
        work_per_row += planned->shape.columns * planned->work_per_cell;
    const auto compute = [&](IndexRange rows, std::size_t of_worker) {
        for (Index first = rows.first; first < rows.last; first += rows_at_a_time)
            for (PlannedSlot* const planned : slots)
                if (planned->is_kept) {
                    const IndexRange some{first, std::min(first + rows_at_a_time, rows.last)};
                    compute_part(*planned, {some, {0, planned->shape.columns}}, stored(*planned), of_worker);
                }
    };
    for_rows({0, slots.front()->shape.rows}, work_per_row, worker, compute);
    for (PlannedSlot* const planned : slots) {
        planned->moved =
            planned->is_compared
                ? different(planned->stale, {planned->before, columns_of(planned->before, {})}, stored(*planned))
                : planned->stale;
        note_moved(*planned, planned->is_kept);
    }
}

/// Prepares the scratch memory for the slots of one item and head.
void Engine::State::begin(Address slot, std::size_t worker) {
    if (!shares_rows)
        scratches[worker].begin(slot.item, slot.head);
    else
        for (Scratch& scratch : scratches)
            scratch.begin(slot.item, slot.head);
}

void Engine::State::compute_part(const PlannedSlot& planned, const Submatrix& part, const View& result,
                                 std::size_t worker) {
    SlotOperands operands(trace, scratches[worker], planned.slot, part);
    compute_slot(*trace.layer_, planned.slot, planned.recipe, operands, part, result);
}

void Engine::State::compute_rows_of(const PlannedSlot& planned, IndexRange rows, const View& result,
                                    std::size_t worker) {
    const auto compute = [&](IndexRange some, std::size_t of_worker) {
        compute_part(planned, {some, {0, result.columns}}, result, of_worker);
    };
    if (operation(planned.recipe.operation).by_rows)
        for_rows(rows, result.columns * planned.work_per_cell, worker, compute);
    else
        compute(rows, worker);
}

/// Computes a region of a stored slot. Returns the part of it whose numbers changed.
Region Engine::State::compute_kept(const PlannedSlot& planned, const Region& region, std::size_t worker) {
    const View result = stored(planned);
    const bool is_elsewhere = planned.before.data != nullptr;
    if (is_elsewhere && !planned.is_unfinished)
        bring_up(planned, region, result);
    Former numbers;
    if (planned.is_compared)
        numbers = is_elsewhere
                      ? Former{rows_of(planned.before, region.rows), columns_of(planned.before, region.columns)}
                      : copied(region, result, former[worker]);
    if (!region.rows.empty())
        compute_rows_of(planned, region.rows, result, worker);
    if (!region.columns.empty())
        compute_part(planned, {{0, result.rows}, region.columns}, result, worker);
    return planned.is_compared ? different(region, numbers, result) : region;
}

/// Copies the numbers of `planned.before` outside the region `computed` to the slot's new storage. If it is known which
/// numbers changed since that storage was last written, only these are copied.
void Engine::State::bring_up(const PlannedSlot& planned, const Region& computed, const View& result) const {
    const auto moved = trace.blocks_[planned.place].moved_since(planned.version, planned.room);
    if (!moved) {
        copy_around(computed, planned.before, result);
        return;
    }
    if (!computed.rows.contains(moved->rows))
        copy(rows_of(planned.before, moved->rows), rows_of(result, moved->rows));
    if (!computed.columns.contains(moved->columns) && computed.rows.count() < result.rows)
        copy(columns_of(planned.before, moved->columns), columns_of(result, moved->columns));
}

/// Gives a slot whose numbers did not change its earlier version and, if it was computed into other storage, its
/// earlier storage.
void Engine::State::keep(const PlannedSlot& planned, bool is_written) {
    trace.blocks_[planned.place].version = planned.version;
    if (!planned.is_compared || !planned.is_elsewhere)
        return;
    FormerSlot& former = former_slots[planned.place];
    std::swap(trace.blocks_[planned.place].buffer, former.buffer);
    former.version = is_written ? planned.version : planned.room;
}

void Engine::State::run(const PlannedPass& planned, std::span<const SlotTask> tasks, const std::stop_token& stop,
                        const std::function<void(Address)>& done) {
    constexpr Index cells_at_a_time = Index{1} << 14U; // these cells, with all that is computed from them, fit into a
                                                       // core's cache
    const Index rows_at_a_time = std::max<Index>(1, cells_at_a_time / std::max<Index>(1, trace.sizes().S_k));
    const auto work = [&](std::size_t task, std::size_t worker) {
        Address last = tasks[task].front()->slot;
        begin(last, worker);
        for (SlotTask left = tasks[task]; !left.empty();) {
            const SlotTask slots = next_slots(left, rows_at_a_time);
            left = left.subspan(slots.size());
            const Address slot = slots.front()->slot;
            if (stop.stop_requested())
                return;
            if (slot.head != last.head)
                begin(slot, worker);
            last = slot;
            if (slots.size() > 1)
                compute_row_by_row(slots, rows_at_a_time, worker);
            else
                compute_planned(*slots.front(), worker);
            if (done)
                for (const PlannedSlot* const planned : slots)
                    done(planned->slot);
        }
    };
    shares_rows = planned.is_worth_waking && is_fewer_than_workers(tasks.size());
    if (shares_rows || !planned.is_worth_waking)
        for (std::size_t task = 0; task < tasks.size(); ++task)
            work(task, 0);
    else
        workers.run(tasks.size(), std::cref(work)); // std::cref: a std::function of it does not allocate
}

Engine::Engine(unsigned threads, double worth_waking, Index most_kept)
    : state_(std::make_unique<State>(threads, worth_waking, most_kept)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

void Engine::resume(const Trace& trace) {
    State& state = *state_;
    state.trace = trace;
    state.plan.is_of_trace = false;
    state.former_slots.clear();
    state.former_cache.reset();
    state.former_layer.reset();
    state.layer.reset();
}

const Trace& Engine::trace() const {
    return state_->trace;
}

const Trace& Engine::compute(const Layer& layer, const std::stop_token& stop,
                             const std::function<void(const EngineProgress&)>& progress, const SeenFirst* first) {
    assert(validate(layer));
    state_->make_plan(layer, std::nullopt, first);
    return run_plan(stop, progress, first);
}

const Trace& Engine::compute_rows(const Layer& layer, const WantedRows& wanted, const std::stop_token& stop) {
    assert(validate(layer));
    state_->make_plan(layer, wanted, nullptr);
    return run_plan(stop, {}, nullptr);
}

const Trace& Engine::run_plan(const std::stop_token& stop, const std::function<void(const EngineProgress&)>& progress,
                              const SeenFirst* first) {
    State& state = *state_;
    const std::size_t stale = state.plan.slot_count();
    std::atomic<std::size_t> finished{0};
    const auto count = [&](Address slot) {
        progress({static_cast<double>(++finished) / static_cast<double>(stale), slot});
    };
    std::function<void(Address)> done;
    if (progress)
        done = std::cref(count); // std::cref: a std::function of it does not allocate
    state.adopt_plan();
    state.version = next_version();
    for (const Pass pass : all_passes) {
        const PlannedPass& planned = state.plan.passes.at(static_cast<std::size_t>(pass));
        std::span<const SlotTask> tasks(planned.tasks);
        if (pass == Pass::heads && first != nullptr) {
            state.run(planned, tasks.first(planned.first_tasks), stop, done);
            tasks = tasks.subspan(planned.first_tasks);
            const PlannedPass& after = state.plan.passes.at(static_cast<std::size_t>(Pass::after_heads));
            if (!stop.stop_requested() && !(tasks.empty() && after.tasks.empty()))
                first->ready();
        }
        if (!stop.stop_requested())
            state.run(planned, tasks, stop, done);
    }
    return state.trace;
}

} // namespace attn
