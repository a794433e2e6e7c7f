#pragma once

#include "core/model/cell.h"
#include "core/model/layer.h"
#include "core/model/structure.h"
#include "core/tensor/matrix.h"
#include "core/tensor/region.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace attn {

/// The storage of one slot.
class Buffer;
/// A slot, and how an engine is to compute it.
struct PlannedSlot;

/// Every intermediate result of one layer. A trace is a value: copies share the numbers, and a copy keeps its numbers
/// while the engine goes on (the engine never writes into storage that somebody else holds).
class Trace {
public:
    /// A trace of no layer, which has no stage.
    Trace();

    /// The layer that was computed.
    const Layer& layer() const { return *layer_; }
    const Sizes& sizes() const { return sizes_; }

    /// True if the array exists: a weight that the layer has, a stage that is given or whose operands exist.
    bool has(ArrayId array) const { return structure_.has(array); }
    /// The recipe of a stage. Its operands need not exist.
    const Recipe& recipe(ArrayId stage) const { return structure_.recipe(stage); }
    /// The operands of the array that exist.
    InlineVector<Operand, 4> made_from(ArrayId array) const { return structure_.made_from(array); }
    const Structure& structure() const { return structure_; }
    /// True if the stage is stored; otherwise it is computed when somebody reads it. (Only scores, attention weights
    /// and head contributions of very many tokens and heads are not stored.)
    bool keeps(ArrayId stage) const { return kept_[static_cast<std::size_t>(stage)]; }

    /// The stage's matrix for one item and head, in the shape of the table of stages, under any of its addresses. A
    /// matrix that is not stored is computed when first read, and cached until it changes or until the cache is too
    /// large. The stage must exist.
    Matrix matrix(Address slot) const;

    /// The stage's matrix like matrix(), without caching it: for writers that read each slot once.
    Matrix compute_uncached(Address slot) const;
    /// The stage's matrix, uncached, with only these rows computed; the other rows are undefined.
    Matrix compute_rows_uncached(Address slot, IndexRange rows) const;

    /// A copy to be shown while the engine still computes this trace: slots that are not up to date have the numbers of
    /// `earlier`. None if the two have not the same matrices.
    std::optional<Trace> completed_by(const Trace& earlier) const;
    /// True if the slot's numbers are those of this layer, as all are except in a completed trace.
    bool is_current(Address slot) const;

    /// The slot whose matrix this is in the trace's present storage; none for other matrices and for parts of slots.
    std::optional<Address> slot_of(const Matrix& matrix) const;

    /// The matrix of any array: a stage, or a parameter of the layer.
    Matrix array(ArrayId array, Index item, Index head) const;

    /// One number of a stage or parameter. The cell must exist and be current: a completed trace may draw an earlier
    /// number as one that is still to come, but never states its value.
    float value(const CellId& cell) const;

    /// True if the array exists and the cell lies within it.
    bool contains(const CellId& cell) const;

    /// The version of the slot's numbers, which changes whenever they may have changed: equal versions mean equal
    /// numbers, whichever engine computed them.
    std::uint64_t version(Address slot) const;

    /// The region that may have moved since an earlier version; outside of it the numbers are the same. None if that
    /// version is not known any more.
    std::optional<Region> moved_since(Address slot, std::uint64_t earlier) const;

    /// The canonical addresses of the layer's matrices.
    const Addresses& addresses() const { return addresses_; }
    Address canonical(Address slot) const { return addresses_.canonical(slot); }
    CellId canonical(const CellId& cell) const { return addresses_.canonical(cell); }
    const Extent& extent(ArrayId stage) const { return addresses_.extent(stage); }
    /// All matrices of a stage, ordered by item, then head.
    std::vector<Address> slots(ArrayId stage) const { return addresses_.slots(stage); }

private:
    friend class Engine;
    friend class SlotOperands;

    /// A change from one version to the next.
    struct Step {
        std::uint64_t from = 0; ///< 0: from no valid numbers
        Region moved;
    };
    /// A matrix computed at a time: a slot, or a head's columns of concat.
    struct Block {
        std::shared_ptr<Buffer> buffer; ///< none if the stage is not stored; concat's blocks share that of head 0
        std::uint64_t version = 0;      ///< 0: to be computed
        bool is_earlier = false;        ///< the numbers are those of an earlier trace, see completed_by()
        std::array<Step, 2> steps{};    ///< the last first; two, since two storages are written in turn

        /// The region that moved since an earlier version: empty for the present one, none if forgotten.
        std::optional<Region> moved_since(std::uint64_t present, std::uint64_t earlier) const;
        void advance(std::uint64_t from, std::uint64_t to, Region moved);
    };
    struct OnDemandCache;
    /// The position of a stage's blocks among all blocks.
    struct Placement {
        std::size_t first = 0;
        Index item_step = 0;     ///< from one item to the next; 0: one block for all items
        Index heads_a_block = 0; ///< heads that share a block; 0: all
    };

    /// Computes sizes and extents for a layer, and returns its number of blocks. The blocks are not there yet, and
    /// nothing can be read before make_on_demand_cache().
    std::size_t lay_out(std::shared_ptr<const Layer> layer, Index most_kept);
    void make_on_demand_cache();
    /// True if both traces have the same matrices, at the same places.
    bool has_layout_of(const Trace& other) const;
    /// This trace, with its layer, in the layout of `other`, whose sizes are equal: stages that both have and compute
    /// alike keep their numbers (or are computed on demand if `other` does not store them); the rest has none that are
    /// valid.
    Trace laid_out_as(const Trace& other, std::size_t blocks) const;
    bool makes_alike(const Trace& other, ArrayId stage) const;

    /// The slot's matrix in storage of its own, in `room` if nobody else holds that. `room` has the numbers of the
    /// version `of_room`; if it is known what moved since, only that is computed.
    std::shared_ptr<Buffer> computed(Address slot, std::shared_ptr<Buffer> room = nullptr,
                                     std::uint64_t of_room = 0) const;
    std::shared_ptr<Buffer> computed(Address slot, const Region& region, std::shared_ptr<Buffer> room) const;

    /// A cache for a trace that parts from its copies, with the cached matrices of all slots without stale cells. None
    /// if there are no copies: then this trace's own cache drops the stale ones. `room`: a cache to reuse, or none.
    std::shared_ptr<OnDemandCache> on_demand_but(const std::vector<PlannedSlot>& slots,
                                                 std::shared_ptr<OnDemandCache> room) const;
    void forget_on_demand(const std::vector<PlannedSlot>& slots) noexcept;

    /// The number of blocks of a stage.
    Extent blocks_of(ArrayId stage) const { return is_in_blocks(stage) ? Extent{sizes_.B, sizes_.H} : extent(stage); }
    /// Visits all blocks of a stage, ordered by item, then head. A block's address is its slot's, with concat's head.
    template <class Visit>
    void for_each_block(ArrayId stage, const Visit& visit) const {
        const Extent extent = blocks_of(stage);
        for (Index item = 0; item < extent.items; ++item)
            for (Index n = 0; n < extent.heads; ++n)
                visit(Address{layer_->number, stage, item, is_in_blocks(stage) ? n : addresses_.nth_head(stage, n)});
    }
    std::uint64_t oldest_of_blocks(Address slot) const;
    Block& at(Address block) { return blocks_[place(block)]; }
    const Block& at(Address block) const { return blocks_[place(block)]; }
    std::size_t place(Address block) const;

    /// The stored numbers of one block.
    View stored(Address block) const;
    std::optional<Region> moved_since_in_blocks(Address slot, std::uint64_t earlier) const;

    std::shared_ptr<const Layer> layer_;
    Sizes sizes_;
    Addresses addresses_;
    std::array<Placement, static_cast<std::size_t>(stage_count)> placements_{};
    Structure structure_;
    std::array<bool, static_cast<std::size_t>(stage_count)> kept_{};
    std::vector<Block> blocks_;
    std::shared_ptr<OnDemandCache> on_demand_;
};

} // namespace attn
