#pragma once

#include "core/attention/cell.h"
#include "core/attention/layer.h"
#include "core/attention/matrix.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace attn {

/// Storage of one slot: rows start at multiples of 64 bytes, so that reductions over a row always round alike.
class Buffer;

/// Every intermediate result of one layer. A value: copying it shares the numbers, and a copy keeps what it holds
/// while the engine goes on (the engine never writes into storage that somebody else holds).
class Trace {
public:
    /// Of no layer yet; has no stage.
    Trace();

    /// The layer that was computed.
    const Layer& layer() const { return *layer_; }
    const Sizes& sizes() const { return sizes_; }

    /// Whether the stage exists: its inputs and weights do, or it is given.
    bool has(StageId stage) const;

    /// The stage's matrix for one item and head, its shape as in the table of stages. `item` and `head` are ignored
    /// where the stage has none. Scaled, masked and exp are computed when first asked for, and then kept until they
    /// change. The stage must exist.
    Matrix matrix(SlotId slot) const;

    /// The same without keeping anything: for writers that pass through all slots once.
    Matrix passing(SlotId slot) const;

    /// Any array: a stage, or a parameter of the layer.
    Matrix array(ArrayId array, Index item, Index head) const;

    /// One number of a stage or parameter. The cell must exist.
    float value(const CellId& cell) const;

    /// Whether the cell lies within an array that exists.
    bool contains(const CellId& cell) const;

    /// Grows whenever the slot's numbers may have changed; equal versions of one engine mean equal numbers.
    std::uint64_t version(SlotId slot) const;

    /// For how many items and heads the stage has a matrix of its own: {1, 1} for P, {B, H} for scores, {B, H_kv} for
    /// K.
    Extent extent(StageId stage) const;

    /// All matrices of a stage, item by item and head by head.
    std::vector<SlotId> slots(StageId stage) const;

private:
    friend class Engine;
    friend class SlotInputs;

    struct Slot {
        std::shared_ptr<Buffer> buffer; ///< none where the stage is not kept; concat's heads share that of head 0
        std::uint64_t version = 0;      ///< 0: to be computed
    };
    struct LookedAt;

    /// Sizes, extents and empty slots for a layer of another shape.
    void lay_out(std::shared_ptr<const Layer> layer);

    /// From now on keeps what is looked at apart from copies of this trace; what is still true is taken along.
    void part_with_copies();

    /// The slot that holds the numbers of `slot`: item and head 0 where the stage has none.
    SlotId own_slot(SlotId slot) const;
    Slot& at(SlotId slot) { return slots_[place(slot)]; }
    const Slot& at(SlotId slot) const { return slots_[place(slot)]; }
    std::size_t place(SlotId slot) const;

    /// The kept numbers of one slot; of concat, the head's columns.
    View stored(SlotId slot) const;

    std::shared_ptr<const Layer> layer_;
    Sizes sizes_;
    std::array<Extent, static_cast<std::size_t>(stage_count)> extents_{};
    std::array<std::size_t, static_cast<std::size_t>(stage_count)> offsets_{};
    std::array<bool, static_cast<std::size_t>(stage_count)> present_{};
    std::vector<Slot> slots_;
    std::shared_ptr<LookedAt> looked_at_;
};

} // namespace attn
