#include "core/attention/engine.h"

#include "core/attention/products.h"
#include "core/attention/slot.h"
#include "core/attention/workers.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// Before the heads, for each head on its own, or after all of them. Within a pass of heads nothing waits for another
/// group of heads, so that a head's matrices stay in one core's cache from Q to its part of Y.
enum class Pass : std::uint8_t { before_heads, heads, after_heads };

Pass pass_of(StageId id) {
    const Stage& row = stage(id);
    if (row.heads != Heads::none || id == StageId::concat)
        return Pass::heads;
    const bool reads_heads = std::ranges::any_of(
        row.inputs, [](const StageInput& input) { return pass_of(input.stage) != Pass::before_heads; });
    return reads_heads ? Pass::after_heads : Pass::before_heads;
}

/// The shape of the storage: all heads of concat share one matrix.
bool shares_buffer(SlotId slot) {
    return slot.stage == StageId::concat && slot.head > 0;
}

} // namespace

struct Engine::State {
    explicit State(unsigned threads) : workers(threads), scratches(workers.count()) {}

    void adopt(const Layer& layer);
    void mark_stale(const Layer& before);
    bool reads_stale(SlotId slot) const;
    void prepare_storage(SlotId slot);
    std::vector<SlotId> stale_slots(Pass pass) const;
    void compute_kept(SlotId slot, Scratch& scratch);
    void run(Pass pass, const std::stop_token& stop, const std::function<void(SlotId)>& done);

    Workers workers;
    std::vector<Scratch> scratches; ///< one for each worker
    Trace trace;
    std::uint64_t version = 0; ///< of what this call computes
};

/// Takes the layer over, and marks with version 0 all that is to be computed.
void Engine::State::adopt(const Layer& layer) {
    const auto before = trace.layer_;
    Trace next;
    next.lay_out(std::make_shared<const Layer>(layer));
    const bool same_layout = next.sizes_ == trace.sizes_ && next.extents_ == trace.extents_ &&
                             next.present_ == trace.present_ && next.offsets_ == trace.offsets_;
    if (!same_layout) {
        trace = std::move(next);
        return;
    }
    trace.layer_ = next.layer_;
    mark_stale(*before);
    trace.part_with_copies();
}

void Engine::State::mark_stale(const Layer& before) {
    for (const Stage& row : stages()) {
        if (!trace.has(row.id))
            continue;
        for (const SlotId slot : slots_of(trace.sizes_, row.id, trace.extents_[static_cast<std::size_t>(row.id)]))
            if (!same_operands(before, *trace.layer_, slot) || reads_stale(slot))
                trace.at(slot).version = 0;
    }
}

bool Engine::State::reads_stale(SlotId slot) const {
    const bool reads_all_heads = pass_of(slot.stage) == Pass::after_heads;
    const Index first = reads_all_heads ? 0 : slot.head;
    const Index last = reads_all_heads ? trace.sizes_.H : slot.head + 1;
    for (const StageInput& input : inputs_of(*trace.layer_, slot.stage))
        for (Index head = first; head < last; ++head)
            if (trace.has(input.stage) && trace.at({input.stage, slot.item, head}).version == 0)
                return true;
    return false;
}

std::vector<SlotId> Engine::State::stale_slots(Pass pass) const {
    std::vector<SlotId> stale;
    for (const Stage& row : stages()) {
        if (!trace.has(row.id) || pass_of(row.id) != pass)
            continue;
        for (const SlotId slot : slots_of(trace.sizes_, row.id, trace.extents_[static_cast<std::size_t>(row.id)]))
            if (trace.at(slot).version == 0)
                stale.push_back(slot);
    }
    return stale;
}

/// Gives the slot storage that nobody else holds.
void Engine::State::prepare_storage(SlotId slot) {
    if (stage(slot.stage).keep != Keep::always)
        return;
    auto& buffer = trace.at(shares_buffer(slot) ? SlotId{slot.stage, slot.item, 0} : slot).buffer;
    if (buffer && buffer.use_count() == 1) {
        // Another thread may have read it until it let go of it just now.
        std::atomic_thread_fence(std::memory_order_acquire);
        return;
    }
    auto fresh = std::make_shared<Buffer>(shape_of(trace.sizes_, slot.stage));
    // The other heads' columns of concat stay as they are.
    if (buffer && slot.stage == StageId::concat)
        copy(buffer->view(), fresh->view());
    buffer = std::move(fresh);
}

void Engine::State::compute_kept(SlotId slot, Scratch& scratch) {
    if (stage(slot.stage).keep == Keep::always) {
        SlotInputs inputs(trace, scratch);
        compute_slot(*trace.layer_, slot, inputs, trace.stored(slot));
    }
    trace.at(slot).version = version;
}

void Engine::State::run(Pass pass, const std::stop_token& stop, const std::function<void(SlotId)>& done) {
    auto slots = stale_slots(pass);
    std::ranges::for_each(slots, [&](SlotId slot) { prepare_storage(slot); });
    // One task for each item and group of heads. Keys and values stand in the group's first head, so that they are
    // there when the others read them; a head's slots stay in the order of the table.
    std::ranges::stable_sort(slots, {}, [](SlotId slot) { return std::pair(slot.item, slot.head); });
    const auto task_of = [&](SlotId slot) { return std::pair(slot.item, slot.head / trace.sizes_.group); };
    std::vector<std::span<const SlotId>> tasks;
    for (std::size_t first = 0; first < slots.size();) {
        std::size_t last = first;
        while (last < slots.size() && task_of(slots[last]) == task_of(slots[first]))
            ++last;
        tasks.emplace_back(std::span(slots).subspan(first, last - first));
        first = last;
    }
    const auto work = [&](std::size_t task, std::size_t worker) {
        Scratch& scratch = scratches[worker];
        scratch.begin(tasks[task].front().item, tasks[task].front().head);
        for (const SlotId slot : tasks[task]) {
            if (stop.stop_requested())
                return;
            if (slot.head != scratch.head())
                scratch.begin(slot.item, slot.head);
            compute_kept(slot, scratch);
            done(slot);
        }
    };
    if (pass == Pass::before_heads) // items share P and the mask; there is little to gain
        for (std::size_t task = 0; task < tasks.size(); ++task)
            work(task, 0);
    else
        workers.run(tasks.size(), work);
}

Engine::Engine(unsigned threads) : state_(std::make_unique<State>(threads)) {}
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
    state.adopt(layer);
    ++state.version;
    constexpr std::array passes{Pass::before_heads, Pass::heads, Pass::after_heads};
    std::size_t stale = 0;
    for (const Pass pass : passes)
        stale += state.stale_slots(pass).size();
    std::atomic<std::size_t> finished{0};
    const auto done = [&](SlotId slot) {
        const std::size_t count = ++finished;
        if (progress)
            progress({static_cast<double>(count) / static_cast<double>(stale), slot});
    };
    for (const Pass pass : passes)
        if (!stop.stop_requested())
            state.run(pass, stop, done);
    return state.trace;
}

} // namespace attn
