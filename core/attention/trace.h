#pragma once

#include "core/attention/cell.h"
#include "core/attention/layer.h"
#include "core/attention/matrix.h"

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

    /// For how many items and heads the stage has a slot of its own: {1, 1} for P, {B, H} for scores.
    Extent extent(StageId stage) const;

private:
    friend class Engine;
    friend class Slots;

    struct Slot {
        std::shared_ptr<Buffer> buffer; ///< none: not kept, or given
        Matrix given;                   ///< whole, where the layer gives it and nothing is pinned in it
        std::uint64_t version = 0;      ///< 0: not computed yet
    };
    struct LookedAt;

    std::size_t place(SlotId slot) const;
    SlotId own_slot(SlotId slot) const;

    std::shared_ptr<const Layer> layer_;
    Sizes sizes_;
    std::vector<Extent> extents_;      // one for each stage
    std::vector<std::size_t> offsets_; // where a stage's slots begin
    std::vector<bool> present_;
    std::vector<Slot> slots_;
    std::shared_ptr<LookedAt> looked_at_;
};

} // namespace attn
