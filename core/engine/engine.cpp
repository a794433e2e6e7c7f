#include "core/engine/engine.h"

#include "core/engine/slot.h"
#include "core/engine/sole_owner.h"
#include "core/engine/workers.h"
#include "core/tensor/cellwise.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <functional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// Before the heads, for each head on its own (first what all heads wait for, if anything), or after all of them.
/// Within a pass of heads nothing waits for another group of heads, so that a head's matrices stay in one core's cache
/// from Q to its part of Y.
enum class Pass : std::uint8_t { before_heads, read_by_all_heads, heads, after_heads };

/// Whether each head's matrix of the stage is made from those of all heads, in the same pass.
bool reads_all_heads(const Trace& trace, ArrayId id) {
    const auto reads = operation(trace.recipe(id).operation).reads_all_heads;
    return reads != nullptr && reads(trace.layer());
}

/// Whether a stage that is made from all heads' matrices has it as an operand. (Only what stands before it by weights
/// alone is read so, and nothing of heads stands before that.)
bool is_read_by_all_heads(const Trace& trace, ArrayId id) {
    if (!trace.layer().head_norm.across_heads) // asked for each slot of each edit: all others have none
        return false;
    return std::ranges::any_of(stages(), [&](const Array& row) {
        return trace.has(row.id) && reads_all_heads(trace, row.id) &&
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

/// Versions that no engine has given yet: equal ones then mean equal numbers, whoever computed them.
std::uint64_t next_version() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

/// All blocks of columns share one matrix, which stands with the first head.
Address storage_slot(Address slot) {
    return is_in_blocks(slot.stage) ? Address{slot.stage, slot.item, 0} : slot;
}

/// Something that is computed by one worker: the stale slots of an item and a group of heads.
using SlotTask = std::span<const Address>;

/// What a pass has to compute.
struct PlannedPass {
    std::vector<Address> slots; ///< in the order of computing; the tasks are parts of it
    std::vector<SlotTask> tasks;
};

constexpr std::array all_passes{Pass::before_heads, Pass::read_by_all_heads, Pass::heads, Pass::after_heads};

} // namespace

/// All that is to be done for a layer, decided and with all its memory before anything of the trace changes. The next
/// plan is made in the room of the last.
struct Engine::Plan {
    Trace next; ///< the layer and its layout; an on-demand cache where the trace's own cannot go on
    bool same_layout = false;
    std::vector<RowRange> stale;                ///< for each place of a slot: the rows to be computed
    std::vector<std::shared_ptr<Buffer>> fresh; ///< storage for the slots whose present storage is none, or shared
    std::array<PlannedPass, all_passes.size()> passes;

    std::size_t slot_count() const;
};

std::size_t Engine::Plan::slot_count() const {
    std::size_t count = 0;
    for (const PlannedPass& pass : passes)
        count += pass.slots.size();
    return count;
}

struct Engine::State {
    State(unsigned threads, double least) : workers(threads), scratches(workers.count()), worth_waking(least) {}

    void make_plan(const Layer& wanted);
    void adopt_plan() noexcept;
    void run(const PlannedPass& planned, Pass pass, const std::stop_token& stop,
             const std::function<void(Address)>& done);

    std::shared_ptr<Layer> copy_of(const Layer& wanted);
    void mark_stale();
    RowRange stale_rows(Address slot) const;
    RowRange rows_that_read_stale(Address slot, Index all) const;
    void add_storage();
    std::shared_ptr<Buffer> storage(std::size_t place, Shape shape);
    void add_passes();
    void prepare_scratches();
    void compute_kept(Address slot, Scratch& scratch);

    Workers workers;
    std::vector<Scratch> scratches; ///< one for each worker
    double worth_waking;            ///< multiplications
    Plan plan;
    Trace trace;
    std::uint64_t version = 0; ///< of what this call computes

    // What the trace had before its present layer: room for the next, once nobody else holds it.
    std::vector<std::shared_ptr<Buffer>> former_buffers; ///< for each place of a slot, mostly none
    std::shared_ptr<Layer> former_layer;
    std::shared_ptr<Trace::OnDemandCache> former_cache;
    std::shared_ptr<Layer> layer; ///< the trace's
    std::shared_ptr<Layer> next_layer;
};

/// Decides what is to be computed. All memory that a pass needs is taken here, so that the trace and what it says about
/// itself are as before when it cannot be had.
void Engine::State::make_plan(const Layer& wanted) {
    next_layer = copy_of(wanted);
    Trace& next = plan.next;
    next.lay_out(next_layer);
    plan.same_layout = next.sizes_ == trace.sizes_ && next.addresses_ == trace.addresses_ &&
                       next.structure_ == trace.structure_ && next.offsets_ == trace.offsets_;
    mark_stale();
    add_storage();
    add_passes();
    prepare_scratches();
    // What was looked at and stays true; before the versions change.
    if (plan.same_layout)
        next.on_demand_ = trace.on_demand_but(plan.stale, std::move(former_cache));
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

/// Takes the layer over; what is to be computed has version 0 from now on.
void Engine::State::adopt_plan() noexcept {
    if (plan.same_layout) {
        if (plan.next.on_demand_)
            former_cache = std::exchange(trace.on_demand_, std::move(plan.next.on_demand_));
        else
            trace.forget_on_demand(plan.stale);
        trace.layer_ = std::move(plan.next.layer_);
        former_layer = std::move(layer);
    } else {
        trace = std::move(plan.next);
        former_layer.reset();
        former_cache.reset();
        former_buffers.clear();
    }
    layer = std::move(next_layer);
    for (std::size_t place = 0; place < trace.blocks_.size(); ++place) {
        Trace::Block& block = trace.blocks_[place];
        if (!plan.stale[place].empty())
            block.version = 0;
        if (!plan.fresh[place])
            continue;
        if (plan.same_layout)
            former_buffers[place] = std::move(block.buffer);
        block.buffer = std::move(plan.fresh[place]);
    }
}

void Engine::State::mark_stale() {
    const Trace& next = plan.next;
    plan.stale.assign(next.blocks_.size(), {});
    for (const Array& row : stages())
        if (next.has(row.id))
            next.for_each_block(row.id, [&](Address slot) { plan.stale[next.place(slot)] = stale_rows(slot); });
}

/// Those of its own that changed, and those that read others that did.
RowRange Engine::State::stale_rows(Address slot) const {
    const Trace& next = plan.next;
    const Index all = shape_of(next.sizes_, slot.stage).rows;
    if (!plan.same_layout || trace.at(slot).version == 0)
        return {0, all};
    return united(changed_rows(*trace.layer_, *next.layer_, slot, next.recipe(slot.stage), all),
                  rows_that_read_stale(slot, all));
}

/// The same rows of what is read row by row; all where any row of something else is stale.
RowRange Engine::State::rows_that_read_stale(Address slot, Index all) const {
    const Trace& next = plan.next;
    const bool reads_all = pass_of(next, slot.stage) == Pass::after_heads || reads_all_heads(next, slot.stage);
    const Index first = reads_all ? 0 : slot.head;
    const Index last = reads_all ? next.sizes_.H : slot.head + 1;
    RowRange rows;
    for (const Operand& operand : next.recipe(slot.stage).operands)
        for (Index head = first; head < last; ++head) {
            if (!is_stage(operand.array) || !next.has(operand.array))
                continue;
            const RowRange stale = plan.stale[next.place({operand.array, slot.item, head})];
            rows = united(rows, stale.empty() || reads_same_row(operand.reads) ? stale : RowRange{0, all});
        }
    return rows;
}

/// Storage that nobody else holds, for all slots that are computed and kept.
void Engine::State::add_storage() {
    const Trace& next = plan.next;
    plan.fresh.clear();
    plan.fresh.resize(next.blocks_.size());
    if (plan.same_layout)
        former_buffers.resize(next.blocks_.size());
    for (const Array& row : stages()) {
        if (!next.has(row.id) || row.keep != Keep::always)
            continue;
        next.for_each_block(row.id, [&](Address slot) {
            const std::size_t place = next.place(storage_slot(slot));
            const RowRange stale = plan.stale[next.place(slot)];
            if (stale.empty() || plan.fresh[place])
                return;
            Buffer* const present = plan.same_layout ? trace.blocks_[place].buffer.get() : nullptr;
            if (present != nullptr && is_sole_owner(trace.blocks_[place].buffer))
                return;
            const Shape shape = shape_of(next.sizes_, slot.stage);
            plan.fresh[place] = storage(place, shape);
            // The other heads' columns stay as they are, and the other rows.
            if (present != nullptr && (is_in_blocks(slot.stage) ||
                                       computable_rows(next.recipe(row.id), stale, shape.rows).count() < shape.rows))
                copy(present->view(), plan.fresh[place]->view());
        });
    }
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
        auto& slots = plan.passes.at(static_cast<std::size_t>(pass_of(next, row.id))).slots;
        next.for_each_block(row.id, [&](Address slot) {
            if (!plan.stale[next.place(slot)].empty())
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

void Engine::State::compute_kept(Address slot, Scratch& scratch) {
    if (row_of(slot.stage).keep == Keep::always) {
        const Recipe& recipe = trace.recipe(slot.stage);
        const View result = trace.stored(slot);
        const RowRange rows = computable_rows(recipe, plan.stale[trace.place(slot)], result.rows);
        SlotOperands operands(trace, scratch, slot.stage, rows);
        compute_slot(*trace.layer_, slot, recipe, operands, rows, result);
    }
    trace.at(slot).version = version;
}

/// Of a whole forward, about.
double multiplications(const Sizes& sizes) {
    const auto size = [](Index length) { return static_cast<double>(length); };
    const double projections = size(sizes.S_q + sizes.S_k) * size(sizes.D) * size(sizes.d_k + sizes.d_v);
    const double attention = size(sizes.S_q) * size(sizes.S_k) * size(sizes.d_k + sizes.d_v);
    return size(sizes.B) * size(sizes.H) * (projections + attention);
}

void Engine::State::run(const PlannedPass& planned, Pass pass, const std::stop_token& stop,
                        const std::function<void(Address)>& done) {
    const auto& tasks = planned.tasks;
    const auto work = [&](std::size_t task, std::size_t worker) {
        Scratch& scratch = scratches[worker];
        scratch.begin(tasks[task].front().item, tasks[task].front().head);
        for (const Address slot : tasks[task]) {
            if (stop.stop_requested())
                return;
            if (slot.head != scratch.head())
                scratch.begin(slot.item, slot.head);
            compute_kept(slot, scratch);
            done(slot);
        }
    };
    // Items share P and the mask, which leaves little to gain.
    if (pass == Pass::before_heads || multiplications(trace.sizes()) < worth_waking)
        for (std::size_t task = 0; task < tasks.size(); ++task)
            work(task, 0);
    else
        workers.run(tasks.size(), std::cref(work)); // by reference: nothing is allocated any more
}

Engine::Engine(unsigned threads, double worth_waking) : state_(std::make_unique<State>(threads, worth_waking)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

const Trace& Engine::trace() const {
    return state_->trace;
}

const Trace& Engine::compute(const Layer& layer, const std::stop_token& stop,
                             const std::function<void(const EngineProgress&)>& progress) {
    assert(validate(layer));
    State& state = *state_;
    state.make_plan(layer);
    const std::size_t stale = state.plan.slot_count();
    std::atomic<std::size_t> finished{0};
    const auto count = [&](Address slot) {
        const std::size_t so_far = ++finished;
        if (progress)
            progress({static_cast<double>(so_far) / static_cast<double>(stale), slot});
    };
    const std::function<void(Address)> done = std::cref(count); // by reference: nothing is allocated
    state.adopt_plan();
    state.version = next_version();
    for (std::size_t pass = 0; pass < all_passes.size(); ++pass)
        if (!stop.stop_requested())
            state.run(state.plan.passes.at(pass), all_passes.at(pass), stop, done);
    return state.trace;
}

} // namespace attn
