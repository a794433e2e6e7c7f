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

// The parts of an engine, for core/engine alone.

namespace attn {

/// The passes of a forward: before the heads, for each head on its own (first the stages that all heads read, if any),
/// after all heads. Within the pass of the heads no group of heads waits for another, so that a head's matrices stay in
/// one core's cache from Q to its part of Y.
enum class Pass : std::uint8_t { before_heads, read_by_all_heads, heads, after_heads };

constexpr std::array all_passes{Pass::before_heads, Pass::read_by_all_heads, Pass::heads, Pass::after_heads};

/// An operand that is a slot too.
struct PlannedOperand {
    std::size_t place = 0;
    Reads reads{};
};

/// A slot, and how it is to be computed.
struct PlannedSlot {
    // These depend on the layout alone, and stay for layers of equal structure.
    Address slot{0, ArrayId{}};
    Index group = 0; ///< heads that share keys and values are one group
    std::size_t place = 0;
    std::size_t storage = 0; ///< the place of the slot that has the storage
    Shape shape;
    Recipe recipe;
    bool is_kept = false;
    Pass pass{};
    std::size_t first_operand = 0;
    std::size_t operand_count = 0;
    Index work_per_cell = 0;     ///< multiplications for a cell, approximately
    std::uint64_t on_demand = 0; ///< a bit for each stage that is not stored and has to be computed for this slot

    // These depend on the layer.
    Region own;            ///< changes for reasons of its own: options, parameters, given matrices, pins
    Region stale;          ///< what is computed at most: reached if every number on the way moves
    bool is_whole = false; ///< all of it changes by itself or because an operand is whole; comparing would be in vain
    bool is_compared = false;
    bool is_unfinished = false; ///< the other rows stay stale, since nobody wants them now
    std::uint64_t version = 0;  ///< until now; 0: no valid numbers
    bool is_elsewhere = false;  ///< the next numbers go to other storage
    ConstView before;           ///< its numbers until now, if some of them stay
    std::uint64_t room = 0;     ///< version of the old numbers in the other storage; 0: none valid
    Region moved;               ///< the numbers that differ, written by the worker
};

/// The work of one worker: the stale slots of an item and a group of heads.
using SlotTask = std::span<PlannedSlot* const>;

/// The slots and tasks of one pass.
struct PlannedPass {
    std::vector<PlannedSlot*> all;   ///< all slots of the layout, in the order of computing
    std::vector<PlannedSlot*> slots; ///< those that are stale; a task is a part of this list
    std::vector<SlotTask> tasks;
    std::size_t first_tasks = 0;  ///< tasks done before the others
    std::size_t worker_count = 1; ///< at the same time
    bool is_worth_waking = false; ///< true if more than one worker is worth waking
};

/// The work for one layer, decided before anything of the trace changes, and with all memory that it needs. A plan
/// reuses the memory of the one before.
struct Engine::Plan {
    Trace next; ///< the layer and its layout, with an on-demand cache if the trace's own cannot continue
    bool same_layout = false;
    std::vector<PlannedSlot> slots;             ///< by place, in the order of computing
    std::vector<PlannedOperand> operands;       ///< of all slots
    bool is_of_trace = false;                   ///< `slots` were arranged for the trace's structure
    std::uint64_t reads_all_heads = 0;          ///< and for these stages made from all heads: a bit each
    std::vector<std::shared_ptr<Buffer>> fresh; ///< by place: new storage, of slots that cannot be computed in place
    std::array<PlannedPass, all_passes.size()> passes;

    std::span<const PlannedOperand> operands_of(const PlannedSlot& planned) const {
        return std::span(operands).subspan(planned.first_operand, planned.operand_count);
    }
    std::size_t slot_count() const;
};

/// Numbers that a worker is about to write over, kept to compare with the new ones.
using FormerNumbers = std::vector<float>;

/// The storage of a slot's numbers before they were written elsewhere.
struct FormerSlot {
    std::shared_ptr<Buffer> buffer; ///< none for most slots; concat's blocks share that of head 0
    std::uint64_t version = 0;      ///< of the numbers in it; 0: none valid
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
    std::vector<Scratch> scratches;    ///< by worker
    std::vector<FormerNumbers> former; ///< by worker
    double worth_waking;               ///< least multiplications for waking other workers
    Index most_kept;                   ///< most numbers of a stored array, over all items and heads
    bool shares_rows = false;          ///< workers share the rows of each matrix, since there are too few tasks
    Plan plan;
    Trace trace;
    std::uint64_t version = 0; ///< of the numbers that this call computes

    // Storage of before the trace's present layer, reused once nobody else holds it.
    std::vector<FormerSlot> former_slots; ///< by place
    std::shared_ptr<Layer> former_layer;
    std::shared_ptr<Trace::OnDemandCache> former_cache;
    std::shared_ptr<Layer> layer; ///< the layer of `trace`
    std::shared_ptr<Layer> next_layer;
};

} // namespace attn
