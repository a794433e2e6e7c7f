#pragma once

#include "core/tensor/buffer.h"
#include "core/model/stages.h"
#include "core/engine/trace.h"

#include <array>
#include <memory>

namespace attn {

/// Computes one slot: its stage's function, unless the layer gives the matrix whole; then the pins.
void compute_slot(const Layer& layer, Address slot, Inputs& inputs, View result);

/// Whether everything that the slot reads besides other slots is the same in both layers, which have equal sizes:
/// options, parameters, what is given and what is pinned.
bool same_operands(const Layer& before, const Layer& after, Address slot);

/// Storage for the stages that the trace does not keep, for one item and head at a time. Reused from slot to slot.
class Scratch {
public:
    /// Forgets what was computed, not the storage.
    void begin(Index item, Index head);

    /// Makes room for a stage of this shape, which is not filled then; so that nothing need be allocated later.
    void prepare(ArrayId stage, Shape shape);

    std::shared_ptr<Buffer>& buffer(ArrayId stage) { return buffers_[static_cast<std::size_t>(stage)]; }
    bool is_filled(ArrayId stage) const { return filled_[static_cast<std::size_t>(stage)]; }
    void set_filled(ArrayId stage) { filled_[static_cast<std::size_t>(stage)] = true; }
    Index item() const { return item_; }
    Index head() const { return head_; }

private:
    std::array<std::shared_ptr<Buffer>, static_cast<std::size_t>(stage_count)> buffers_;
    std::array<bool, static_cast<std::size_t>(stage_count)> filled_{};
    Index item_ = 0;
    Index head_ = 0;
};

/// What one slot reads: from the trace where it is kept, otherwise computed into the scratch.
class SlotInputs : public Inputs {
public:
    /// Both must outlive this; the scratch has begun with the slot's item and head.
    SlotInputs(const Trace& trace, Scratch& scratch) : trace_(trace), scratch_(scratch) {}

    ConstView view(ArrayId id) override { return view(id, scratch_.head()); }
    ConstView view(ArrayId id, Index head) override;

private:
    const Trace& trace_;
    Scratch& scratch_;
};

} // namespace attn
