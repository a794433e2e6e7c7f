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

// Internal parts of an engine; used only in core/engine.

namespace attn {

/// The passes of a forward computation: before the heads; each head by itself (first the stages that all heads read, if
/// there are any); after all heads. Within the pass of the heads no group of heads waits for another, so that a head's
/// matrices stay in one core's cache from Q to its contribution to Y.
enum class Pass : std::uint8_t { before_heads, read_by_all_heads, heads, after_heads };

constexpr std::array all_passes{Pass::before_heads, Pass::read_by_all_heads, Pass::heads, Pass::after_heads};

/// An operand that is a slot itself.
struct PlannedOperand {
    std::size_t place = 0;
    Reads reads{};
};

/// A slot, and how to compute it.
struct PlannedSlot {
    // These depend only on the layout, and stay the same for layers with the same structure.
    Address slot{0, ArrayId{}};
    Index group = 0; ///< index of the group of heads that share keys and values
    std::size_t place = 0;
    std::size_t storage = 0; ///< index of the slot that owns the storage
    Shape shape;
    Recipe recipe;
    bool is_kept = false;
    Pass pass{};
    std::size_t first_operand = 0;
    std::size_t operand_count = 0;
    Index work_per_cell = 0;     ///< approximate number of multiplications per cell
    std::uint64_t on_demand = 0; ///< one bit for each stage that is not stored and has to be computed for this slot

    // These depend on the layer.
    Region own;            ///< cells that change because of options, parameters, given matrices or pins
    Region stale;          ///< cells that have to be computed if all operands really change
    bool is_whole = false; ///< true: all cells change, so comparing with former numbers would be useless
    bool is_compared = false;
    bool is_unfinished = false; ///< true: other rows stay stale, because nobody wants them now
    std::uint64_t version = 0;  ///< version of the former numbers; 0: none are valid
    bool is_elsewhere = false;  ///< true: new numbers go to other storage
    ConstView before;           ///< the former numbers, if some of them stay
    std::uint64_t room = 0;     ///< version of the old numbers in the other storage; 0: none are valid
    Region moved;               ///< cells whose numbers changed; written by the worker
};

/// The work of a worker: the stale slots of an item and a group of heads.
using SlotTask = std::span<PlannedSlot* const>;

/// The slots and tasks of one pass.
struct PlannedPass {
    std::vector<PlannedSlot*> all;   ///< all slots of the layout, in the order of computing
    std::vector<PlannedSlot*> slots; ///< the stale ones; a task is a part of this list
    std::vector<SlotTask> tasks;
    std::size_t first_tasks = 0;  ///< number of tasks that are done before the others
    std::size_t worker_count = 1; ///< number of workers at the same time
    bool is_worth_waking = false; ///< true: there is enough work to wake other workers
};

/// The work for a layer. It is planned before the trace changes, and includes all memory that is needed. A plan reuses
/// the memory of the one before.
struct Engine::Plan {
    Trace next; ///< the layer and its layout, with an on-demand cache unless the trace's own can be continued
    bool same_layout = false;
    std::vector<PlannedSlot> slots;             ///< slots by their index, in the order of computing
    std::vector<PlannedOperand> operands;       ///< the operands of all slots
    bool is_of_trace = false;                   ///< true: `slots` were arranged for the structure of the trace
    std::uint64_t reads_all_heads = 0;          ///< the stages for which they were arranged that depend on all heads;
                                                ///< one bit each
    std::vector<std::shared_ptr<Buffer>> fresh; ///< by index: new storage of slots that cannot be computed in place
    std::array<PlannedPass, all_passes.size()> passes;

    std::span<const PlannedOperand> operands_of(const PlannedSlot& planned) const {
        return std::span(operands).subspan(planned.first_operand, planned.operand_count);
    }
    std::size_t slot_count() const;
};

/// Numbers that a worker is about to overwrite, to be compared with the new ones.
using FormerNumbers = std::vector<float>;

/// The storage that a slot had before its numbers were written elsewhere.
struct FormerSlot {
    std::shared_ptr<Buffer> buffer; ///< null for most slots; concat's blocks share that of head 0
    std::uint64_t version = 0;      ///< version of the numbers in it; 0: none are valid
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
    std::vector<Scratch> scratches;    ///< scratch memory of each worker
    std::vector<FormerNumbers> former; ///< numbers that each worker is about to overwrite
    double worth_waking;               ///< the least number of multiplications for which other workers are woken
    Index most_kept;                   ///< the largest size of a stored array, over all items and heads
    bool shares_rows = false;          ///< true: workers share the rows of each matrix, because there are too few tasks
    Plan plan;
    Trace trace;
    std::uint64_t version = 0; ///< version of the numbers that this call computes

    // Memory of the layer before the trace's present one; reused when it is not shared any more.
    std::vector<FormerSlot> former_slots; ///< the former storage of each slot, by index of the slot
    std::shared_ptr<Layer> former_layer;
    std::shared_ptr<Trace::OnDemandCache> former_cache;
    std::shared_ptr<Layer> layer; ///< the layer of `trace`
    std::shared_ptr<Layer> next_layer;
};

} // namespace attn
