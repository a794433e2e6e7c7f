#pragma once

#include "core/engine/trace.h"
#include "core/model/structure.h"
#include "core/tensor/buffer.h"
#include "core/tensor/region.h"

#include <array>
#include <atomic>
#include <memory>

namespace attn {

/// The region that must be computed for some to be: that one, or everything.
Region computable(const Recipe& recipe, const Region& wanted, Shape whole);

/// Computes a part of one slot as its recipe says, unless the layer gives the matrix whole; then the pins. `operands`
/// are those of this part, `result` is the whole slot.
void compute_slot(const Layer& layer, Address slot, const Recipe& recipe, Operands& operands, const Submatrix& part,
                  const View& result);

/// The cells of the slot for which something that it reads besides other slots differs in the layers, which have equal
/// sizes and make it alike: options, parameters, what is given and what is pinned.
Region changed_region(const Layer& before, const Layer& after, Address slot, const Recipe& recipe, Shape whole);

/// Storage for the stages that the trace does not keep, for one item and head at a time. Reused from slot to slot.
class Scratch {
public:
    /// Forgets what was computed, not the storage.
    void begin(Index item, Index head);

    /// Makes room for a stage of this shape, which is not filled then; so that nothing need be allocated later.
    void prepare(ArrayId stage, Shape shape);

    /// What somebody else has computed for the head, all rows of it; it is only read.
    void lend(ArrayId stage, std::shared_ptr<Buffer> numbers);

    std::shared_ptr<Buffer>& buffer(ArrayId stage) { return buffers_[static_cast<std::size_t>(stage)]; }
    /// Which rows of it are computed for the head: of what all heads are read from, of one of them at a time.
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

/// What a part of one slot reads: from the trace where it is kept, otherwise computed into the scratch.
class SlotOperands : public Operands {
public:
    /// All must outlive this; the scratch has begun with the slot's item.
    SlotOperands(const Trace& trace, Scratch& scratch, Address slot, const Submatrix& part);

    ConstView view(std::size_t operand) override { return view(operand, head_); }
    ConstView view(std::size_t operand, Index head) override { return read(operand, head, part_); }
    bool is_stored(std::size_t operand) const override;
    ConstView view_rows(std::size_t operand, Index head, IndexRange rows) override;

private:
    /// A stage, in which at least these rows are computed.
    ConstView whole(ArrayId stage, Index head, IndexRange rows);
    /// What a part of the slot reads.
    ConstView read(std::size_t operand, Index head, const Submatrix& part);

    const Trace& trace_;
    Scratch& scratch_;
    const Recipe& recipe_;
    Index head_;
    const Submatrix& part_;
};

/// Whether it is there and nobody else holds it, so that it may be written to.
template <class Held>
bool is_sole_owner(const std::shared_ptr<Held>& held) {
    if (held.use_count() != 1)
        return false;
    // Another thread may have read it until it let go of it just now.
    std::atomic_thread_fence(std::memory_order_acquire);
    return true;
}

} // namespace attn
