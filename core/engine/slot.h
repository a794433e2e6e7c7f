#pragma once

#include "core/engine/trace.h"
#include "core/model/structure.h"
#include "core/tensor/buffer.h"
#include "core/tensor/region.h"

#include <array>
#include <atomic>
#include <memory>

namespace attn {

/// The smallest region that can be computed and contains `wanted`: either `wanted` itself or everything.
Region computable(const Recipe& recipe, const Region& wanted, Shape whole);

/// Computes a part of a slot by its recipe, or copies it from a given matrix, and then applies pins. `operands` belong
/// to this part; `result` is the whole slot.
void compute_slot(const Layer& layer, Address slot, const Recipe& recipe, Operands& operands, const Submatrix& part,
                  const View& result);

/// The cells of the slot that differ between the layers because of options, parameters, given matrices or pins. Changes
/// of other slots do not count. Both layers have equal sizes and the same recipe for the slot.
Region changed_region(const Layer& before, const Layer& after, Address slot, const Recipe& recipe, Shape whole);

/// Memory for the stages that the trace does not store, for one item and head at a time. It is reused.
class Scratch {
public:
    /// Marks all numbers as invalid, but keeps the memory.
    void begin(Index item, Index head);

    /// Allocates memory for a stage of this shape, so that nothing has to be allocated later.
    void prepare(ArrayId stage, Shape shape);

    /// Uses a stage that another has computed for the head, with all its rows. The scratch only reads it.
    void lend(ArrayId stage, std::shared_ptr<Buffer> numbers);

    std::shared_ptr<Buffer>& buffer(ArrayId stage) { return buffers_[static_cast<std::size_t>(stage)]; }
    /// The rows of the stage that are computed for the head; empty if the scratch has another head's.
    IndexRange filled(ArrayId stage, Index head) const {
        const Filled& filled = filled_[static_cast<std::size_t>(stage)];
        return filled.head == head ? filled.rows : IndexRange{};
    }
    void set_filled(ArrayId stage, Index head, IndexRange rows) {
        filled_[static_cast<std::size_t>(stage)] = {head, rows};
    }
    Index item() const { return item_; }
    Index head() const { return head_; }

private:
    struct Filled {
        Index head = 0;
        IndexRange rows;
    };
    std::array<std::shared_ptr<Buffer>, static_cast<std::size_t>(stage_count)> buffers_;
    std::array<Filled, static_cast<std::size_t>(stage_count)> filled_{};
    Index item_ = 0;
    Index head_ = 0;
};

/// The operands for a part of a slot: read from the trace if it stores them, otherwise computed into the scratch.
class SlotOperands : public Operands {
public:
    /// All arguments must outlive this object. begin() of the scratch must have been called for the slot's item.
    SlotOperands(const Trace& trace, Scratch& scratch, Address slot, const Submatrix& part);

    ConstView view(std::size_t operand) override { return view(operand, head_); }
    ConstView view(std::size_t operand, Index head) override { return read(operand, head, part_); }
    bool is_stored(std::size_t operand) const override;
    ConstView view_rows(std::size_t operand, Index head, IndexRange rows) override;

private:
    /// The matrix of a stage in which at least `rows` are computed.
    ConstView whole(ArrayId stage, Index head, IndexRange rows);
    /// The numbers of an operand that a part of the slot depends on.
    ConstView read(std::size_t operand, Index head, const Submatrix& part);

    const Trace& trace_;
    Scratch& scratch_;
    const Recipe& recipe_;
    Index head_;
    const Submatrix& part_;
};

/// True if the object exists and is not shared, so that it may be overwritten.
template <class Held>
bool is_sole_owner(const std::shared_ptr<Held>& held) {
    if (held.use_count() != 1)
        return false;
    // Another thread may have read the object just before it released it.
    std::atomic_thread_fence(std::memory_order_acquire);
    return true;
}

} // namespace attn
