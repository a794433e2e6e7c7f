#include "core/engine/engine.h"

#include "core/engine/slot.h"
#include "core/engine/workers.h"
#include "core/tensor/cellwise.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <functional>
#include <span>
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

/// All that is to be done for a layer, decided and with all its memory before anything of the trace changes.
struct Engine::Plan {
    Trace next; ///< the layer and its layout
    bool same_layout = false;
    std::vector<bool> stale;                    ///< for each place of a slot: to be computed
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

    Plan plan(const Layer& layer);
    void adopt(Plan& plan) noexcept;
    void run(const PlannedPass& planned, Pass pass, const std::stop_token& stop,
             const std::function<void(Address)>& done);

    void mark_stale(Plan& plan) const;
    static bool reads_stale(const Plan& plan, Address slot);
    void add_storage(Plan& plan) const;
    static void add_passes(Plan& plan);
    void prepare_scratches(const Plan& plan);
    void compute_kept(Address slot, Scratch& scratch);

    Workers workers;
    std::vector<Scratch> scratches; ///< one for each worker
    double worth_waking;            ///< multiplications
    Trace trace;
    std::uint64_t version = 0; ///< of what this call computes
};

/// Decides what is to be computed. All memory that a pass needs is taken here, so that the trace and what it says about
/// itself are as before when it cannot be had.
Engine::Plan Engine::State::plan(const Layer& layer) {
    Plan plan;
    plan.next.lay_out(std::make_shared<const Layer>(layer));
    plan.same_layout = plan.next.sizes_ == trace.sizes_ && plan.next.addresses_ == trace.addresses_ &&
                       plan.next.structure_ == trace.structure_ && plan.next.offsets_ == trace.offsets_;
    mark_stale(plan);
    add_storage(plan);
    add_passes(plan);
    prepare_scratches(plan);
    // What was looked at and stays true; before the versions change.
    if (plan.same_layout)
        plan.next.on_demand_ = trace.on_demand_but(plan.stale);
    return plan;
}

/// Takes the layer over; what is to be computed has version 0 from now on.
void Engine::State::adopt(Plan& plan) noexcept {
    if (plan.same_layout) {
        trace.layer_ = std::move(plan.next.layer_);
        trace.on_demand_ = std::move(plan.next.on_demand_);
    } else {
        trace = std::move(plan.next);
    }
    for (std::size_t place = 0; place < trace.blocks_.size(); ++place) {
        if (plan.stale[place])
            trace.blocks_[place].version = 0;
        if (plan.fresh[place])
            trace.blocks_[place].buffer = std::move(plan.fresh[place]);
    }
}

void Engine::State::mark_stale(Plan& plan) const {
    const Trace& next = plan.next;
    plan.stale.assign(next.blocks_.size(), !plan.same_layout);
    if (!plan.same_layout)
        return;
    for (const Array& row : stages()) {
        if (!next.has(row.id))
            continue;
        for (const Address slot : next.blocks(row.id))
            plan.stale[next.place(slot)] = trace.at(slot).version == 0 ||
                                           !same_operands(*trace.layer_, *next.layer_, slot, next.recipe(row.id)) ||
                                           reads_stale(plan, slot);
    }
}

bool Engine::State::reads_stale(const Plan& plan, Address slot) {
    const Trace& next = plan.next;
    const bool reads_all = pass_of(next, slot.stage) == Pass::after_heads || reads_all_heads(next, slot.stage);
    const Index first = reads_all ? 0 : slot.head;
    const Index last = reads_all ? next.sizes_.H : slot.head + 1;
    for (const Operand& operand : next.recipe(slot.stage).operands)
        for (Index head = first; head < last; ++head)
            if (is_stage(operand.array) && next.has(operand.array) &&
                plan.stale[next.place({operand.array, slot.item, head})])
                return true;
    return false;
}

/// Storage that nobody else holds, for all slots that are computed and kept.
void Engine::State::add_storage(Plan& plan) const {
    const Trace& next = plan.next;
    plan.fresh.resize(next.blocks_.size());
    for (const Array& row : stages()) {
        if (!next.has(row.id) || row.keep != Keep::always)
            continue;
        for (const Address slot : next.blocks(row.id)) {
            const std::size_t place = next.place(storage_slot(slot));
            if (!plan.stale[next.place(slot)] || plan.fresh[place])
                continue;
            const Buffer* present = nullptr;
            if (plan.same_layout && trace.blocks_[place].buffer) {
                present = trace.blocks_[place].buffer.get();
                if (trace.blocks_[place].buffer.use_count() == 1) {
                    // Another thread may have read it until it let go of it just now.
                    std::atomic_thread_fence(std::memory_order_acquire);
                    continue;
                }
            }
            plan.fresh[place] = std::make_shared<Buffer>(shape_of(next.sizes_, slot.stage));
            // The other heads' columns stay as they are.
            if (present != nullptr && is_in_blocks(slot.stage))
                copy(trace.blocks_[place].buffer->view(), plan.fresh[place]->view());
        }
    }
}

/// The slots to be computed, in each pass as one task for each item and group of heads. Keys and values stand in the
/// group's first head, so that they are there when the others read them; a head's slots stay in the order of the table.
void Engine::State::add_passes(Plan& plan) {
    const Trace& next = plan.next;
    for (const Array& row : stages()) {
        if (!next.has(row.id))
            continue;
        auto& slots = plan.passes.at(static_cast<std::size_t>(pass_of(next, row.id))).slots;
        for (const Address slot : next.blocks(row.id))
            if (plan.stale[next.place(slot)])
                slots.push_back(slot);
    }
    const auto task_of = [&](Address slot) { return std::pair(slot.item, slot.head / next.sizes_.queries_per_kv); };
    for (PlannedPass& pass : plan.passes) {
        std::ranges::stable_sort(pass.slots, {}, [](Address slot) { return std::pair(slot.item, slot.head); });
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
void Engine::State::prepare_scratches(const Plan& plan) {
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
        SlotOperands operands(trace, scratch, slot.stage);
        compute_slot(*trace.layer_, slot, trace.recipe(slot.stage), operands, trace.stored(slot));
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
    Plan plan = state.plan(layer);
    const std::size_t stale = plan.slot_count();
    std::atomic<std::size_t> finished{0};
    const std::function<void(Address)> done = [&](Address slot) {
        const std::size_t count = ++finished;
        if (progress)
            progress({static_cast<double>(count) / static_cast<double>(stale), slot});
    };
    state.adopt(plan);
    state.version = next_version();
    for (std::size_t pass = 0; pass < all_passes.size(); ++pass)
        if (!stop.stop_requested())
            state.run(plan.passes.at(pass), all_passes.at(pass), stop, done);
    return state.trace;
}

} // namespace attn
