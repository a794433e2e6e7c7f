#pragma once

#include "core/engine/engine.h"
#include "core/engine/slot.h"
#include "core/tensor/workers.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

/// An operand of a slot that is one itself.
struct PlannedOperand {
    std::size_t place = 0;
    Reads reads{};
};

/// What becomes of one slot.
struct PlannedSlot {
    // Of the layout; stays for layers of equal structure.
    Address slot;
    Index group = 0; ///< of heads that share keys and values
    std::size_t place = 0;
    std::size_t storage = 0; ///< the place whose storage it is in
    Shape shape;
    Recipe recipe;
    bool is_kept = false;
    Pass pass{};
    std::size_t first_operand = 0;
    std::size_t operand_count = 0;
    Index work_per_cell = 0;     ///< about how many multiplications one takes
    std::uint64_t on_demand = 0; ///< a bit for each stage that is not kept and is computed for it

    // Of the layer.
    Region own;            ///< what changes by itself: by options, parameters, what is given and pinned
    Region stale;          ///< what may have to be computed: all that is reached, if every number on the way moves
    bool is_whole = false; ///< all of it by itself, or because something before it is: to compare would be in vain
    bool is_compared = false;
    bool is_unfinished = false; ///< other rows stay stale, since nobody wants them now
    std::uint64_t version = 0;  ///< it had until now; 0: no numbers that count
    bool is_elsewhere = false;  ///< the next numbers are written to other storage
    ConstView before;           ///< its numbers until now, where some of them stay
    std::uint64_t room = 0;     ///< version of the numbers that the other storage has from long ago; 0: none that count
    Region moved;               ///< written by who computes it: where the numbers are others
};

/// Something that is computed by one worker: the stale slots of an item and a group of heads.
using SlotTask = std::span<PlannedSlot* const>;

/// What a pass has to compute.
struct PlannedPass {
    std::vector<PlannedSlot*> all;   ///< of the layout, in the order of computing
    std::vector<PlannedSlot*> slots; ///< those that are stale; the tasks are parts of it
    std::vector<SlotTask> tasks;
    std::size_t first_tasks = 0;  ///< so many of them are done before the others
    std::size_t worker_count = 1; ///< at most so many work at the same time
    bool is_worth_waking = false; ///< more than one of them
};

/// All that is to be done for a layer, decided and with all its memory before anything of the trace changes. The next
/// plan is made in the room of the last.
struct Engine::Plan {
    Trace next; ///< the layer and its layout; an on-demand cache where the trace's own cannot go on
    bool same_layout = false;
    std::vector<PlannedSlot> slots;             ///< for each place, in the order of computing
    std::vector<PlannedOperand> operands;       ///< of all slots
    bool is_of_trace = false;                   ///< these were arranged for the structure that the trace has
    std::uint64_t reads_all_heads = 0;          ///< the same: a bit for each stage that is made from all heads'
    std::vector<std::shared_ptr<Buffer>> fresh; ///< storage for the slots that cannot be computed where they are
    std::array<PlannedPass, all_passes.size()> passes;

    std::span<const PlannedOperand> operands_of(const PlannedSlot& planned) const {
        return std::span(operands).subspan(planned.first_operand, planned.operand_count);
    }
    std::size_t slot_count() const;
};

/// Numbers that a worker is about to write over, and compares with what it wrote.
using FormerNumbers = std::vector<float>;

/// Where a slot's numbers stood before they were written elsewhere.
struct FormerSlot {
    std::shared_ptr<Buffer> buffer; ///< mostly none; concat's blocks share that of head 0
    std::uint64_t version = 0;      ///< of what stands there; 0: none that counts
};

struct Engine::State {
    State(unsigned threads, double least, Index most)
        : workers(threads), scratches(workers.count()), former(workers.count()), worth_waking(least), most_kept(most) {}

    void make_plan(const Layer& wanted, const std::optional<WantedRows>& rows, const SeenFirst* first);
    void plan_next(std::size_t blocks, const std::optional<WantedRows>& rows, const SeenFirst* first);
    void adopt_plan() noexcept;
    void run(const PlannedPass& planned, std::span<const SlotTask> tasks, const std::stop_token& stop,
             const std::function<void(Address)>& done);

    std::shared_ptr<Layer> copy_of(const Layer& wanted);
    void arrange();
    void arrange_slot(Address slot, const PlannedSlot& alike);
    void mark_stale();
    void narrow_stale(const WantedRows& wanted);
    Region reached(const PlannedSlot& planned, Region PlannedSlot::*operands) const;
    void add_storage();
    void add_storage_for(PlannedSlot& planned);
    void write_elsewhere(PlannedSlot& planned, const ConstView& present, const View& fresh) const;
    void bring_up(const PlannedSlot& planned, const Region& computed, const View& result) const;
    void add_passes(const SeenFirst* first);
    void share_out(PlannedPass& pass) const;
    bool is_fewer_than_workers(std::size_t tasks) const { return 2 * tasks <= scratches.size(); }
    void prepare_scratches();
    View stored(const PlannedSlot& planned) const;
    template <class Compute>
    void for_rows(IndexRange rows, Index work_per_row, std::size_t worker, const Compute& compute);
    void begin(Address slot, std::size_t worker);
    SlotTask next_slots(SlotTask slots, Index rows_at_a_time) const;
    void compute_planned(PlannedSlot& planned, std::size_t worker);
    void compute_region(PlannedSlot& planned, const Region& region, std::size_t worker);
    void compute_row_by_row(SlotTask slots, Index rows_at_a_time, std::size_t worker);
    void compute_rows_of(const PlannedSlot& planned, IndexRange rows, const View& result, std::size_t worker);
    void compute_part(const PlannedSlot& planned, const Submatrix& part, const View& result, std::size_t worker);
    void note_moved(const PlannedSlot& planned, bool is_written);
    Region compute_kept(const PlannedSlot& planned, const Region& region, std::size_t worker);
    void keep(const PlannedSlot& planned, bool is_written);

    Workers workers;
    std::vector<Scratch> scratches;    ///< one for each worker
    std::vector<FormerNumbers> former; ///< the same
    double worth_waking;               ///< multiplications
    Index most_kept;                   ///< numbers of an array of all items and heads
    bool shares_rows = false;          ///< of each matrix, as there are too few tasks for all workers
    Plan plan;
    Trace trace;
    std::uint64_t version = 0; ///< of what this call computes

    // What the trace had before its present layer: room for the next, once nobody else holds it.
    std::vector<FormerSlot> former_slots; ///< for each place
    std::shared_ptr<Layer> former_layer;
    std::shared_ptr<Trace::OnDemandCache> former_cache;
    std::shared_ptr<Layer> layer; ///< the trace's
    std::shared_ptr<Layer> next_layer;
};

} // namespace attn
