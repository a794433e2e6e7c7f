#pragma once

#include "core/engine/engine.h"
#include "core/engine/slot.h"
#include "core/engine/workers.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

// What an engine is made of: for core/engine alone.

namespace attn {

/// Before the heads, for each head on its own (first what all heads wait for, if anything), or after all of them.
/// Within a pass of heads nothing waits for another group of heads, so that a head's matrices stay in one core's cache
/// from Q to its part of Y.
enum class Pass : std::uint8_t { before_heads, read_by_all_heads, heads, after_heads };

constexpr std::array all_passes{Pass::before_heads, Pass::read_by_all_heads, Pass::heads, Pass::after_heads};

/// Something that is computed by one worker: the stale slots of an item and a group of heads.
using SlotTask = std::span<const Address>;

/// What a pass has to compute.
struct PlannedPass {
    std::vector<Address> slots; ///< in the order of computing; the tasks are parts of it
    std::vector<SlotTask> tasks;
};

/// When an array is computed, and from which heads.
struct PlannedArray {
    Pass pass{};
    bool reads_all_heads = false; ///< each slot, the matrices of all heads
};

/// What becomes of one slot.
struct PlannedSlot {
    Region own;                ///< what changes by itself: by options, parameters, what is given and pinned
    Region stale;              ///< what may have to be computed: all that is reached, if every number on the way moves
    bool is_whole = false;     ///< all of it, because something before it changes whole: to compare would be in vain
    std::uint64_t version = 0; ///< it had until now; 0: no numbers that count
    ConstView before;          ///< its numbers until now, where they are compared with the next
    Region moved;              ///< written by who computes it: where the numbers are others
};

/// All that is to be done for a layer, decided and with all its memory before anything of the trace changes. The next
/// plan is made in the room of the last.
struct Engine::Plan {
    Trace next; ///< the layer and its layout; an on-demand cache where the trace's own cannot go on
    bool same_layout = false;
    std::array<PlannedArray, static_cast<std::size_t>(stage_count)> arrays;
    std::vector<PlannedSlot> slots;             ///< for each place of a slot
    std::vector<std::shared_ptr<Buffer>> fresh; ///< storage for the slots that cannot be computed where they are
    std::array<PlannedPass, all_passes.size()> passes;

    std::size_t slot_count() const;
};

struct Engine::State {
    State(unsigned threads, double least) : workers(threads), scratches(workers.count()), worth_waking(least) {}

    void make_plan(const Layer& wanted);
    void adopt_plan() noexcept;
    void run(const PlannedPass& planned, Pass pass, const std::stop_token& stop,
             const std::function<void(Address)>& done);

    std::shared_ptr<Layer> copy_of(const Layer& wanted);
    void arrange();
    void mark_stale();
    void mark_slot(Address slot);
    template <class Visit>
    void for_each_operand(const Trace& in, Address slot, const Visit& visit) const;
    Region reached(const Trace& in, Address slot, Region PlannedSlot::*operands) const;
    void add_storage();
    void add_storage_for(Address slot);
    std::shared_ptr<Buffer> storage(std::size_t place, Shape shape);
    void add_passes();
    void prepare_scratches();
    void compute_slot_of_trace(Address slot, Scratch& scratch);
    Region compute_kept(Address slot, Region region, Scratch& scratch);
    void keep(Address slot);

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

} // namespace attn
