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

/// All intermediate results of a layer. A trace is a value: copies share the numbers, and a copy keeps its numbers
/// while the engine continues (which never writes into shared storage).
class Trace {
public:
    /// The trace of no layer; it has no stage.
    Trace();

    /// The layer that was computed.
    const Layer& layer() const { return *layer_; }
    const Sizes& sizes() const { return sizes_; }

    /// True if the array exists: a weight that the layer has, or a stage that is given or whose operands exist.
    bool has(ArrayId array) const { return structure_.has(array); }
    /// The recipe of a stage; its operands may be missing.
    const Recipe& recipe(ArrayId stage) const { return structure_.recipe(stage); }
    /// The existing operands of the array.
    InlineVector<Operand, 4> made_from(ArrayId array) const { return structure_.made_from(array); }
    const Structure& structure() const { return structure_; }
    /// True if the stage is stored; if not, it is computed when it is read. (Only scores, attention weights and head
    /// contributions for very many tokens and heads are not stored.)
    bool keeps(ArrayId stage) const { return kept_[static_cast<std::size_t>(stage)]; }

    /// The stage's matrix for an item and head, in the shape of the table of stages. `slot` may be any of its
    /// addresses. A matrix that is not stored is computed at the first reading and cached until it changes or the cache
    /// is full. The stage must exist.
    Matrix matrix(Address slot) const;

    /// The stage's matrix, without caching it: for writers that read each matrix once.
    Matrix compute_uncached(Address slot) const;
    /// The stage's matrix with only these rows computed, without caching it. The other rows are undefined.
    Matrix compute_rows_uncached(Address slot, IndexRange rows) const;

    /// A copy to be shown while the engine computes this trace: slots that are not up to date have the numbers of
    /// `earlier`. nullopt if the traces do not have the same matrices.
    std::optional<Trace> completed_by(const Trace& earlier) const;
    /// True if the slot's numbers belong to this layer, which may be false only in a completed trace.
    bool is_current(Address slot) const;

    /// The slot whose present storage the matrix is; nullopt for other matrices and for parts of slots.
    std::optional<Address> slot_of(const Matrix& matrix) const;

    /// The matrix of a stage or of a parameter.
    Matrix array(ArrayId array, Index item, Index head) const;

    /// A number of a stage or parameter. The cell must exist and be current: pictures may draw an earlier number of a
    /// completed trace as pending, but must not state its value.
    float value(const CellId& cell) const;

    /// True if the array exists and contains the cell.
    bool contains(const CellId& cell) const;

    /// The version of the slot's numbers. It changes whenever they may have changed; equal versions mean equal numbers,
    /// whichever engine computed them.
    std::uint64_t version(Address slot) const;

    /// The region that may have changed since an earlier version; the numbers outside of it are the same. nullopt if
    /// that version is no longer known.
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
        std::uint64_t from = 0; ///< 0: there were no valid numbers before
        Region moved;
    };
    /// A matrix that is computed at once: a slot, or a head's columns of concat.
    struct Block {
        std::shared_ptr<Buffer> buffer; ///< null if the stage is not stored; concat's blocks share that of head 0
        std::uint64_t version = 0;      ///< 0: has to be computed
        bool is_earlier = false;        ///< the numbers are those of an earlier trace, see completed_by()
        std::array<Step, 2> steps{};    ///< the last change first; two, because two storages are written in turn

        /// The region that changed since an earlier version: empty if that is the present one, nullopt if it is no
        /// longer known.
        std::optional<Region> moved_since(std::uint64_t present, std::uint64_t earlier) const;
        void advance(std::uint64_t from, std::uint64_t to, Region moved);
    };
    struct OnDemandCache;
    /// The indices of a stage's blocks among all blocks.
    struct Placement {
        std::size_t first = 0;
        Index item_step = 0;     ///< distance from one item to the next; 0: one block for all items
        Index heads_a_block = 0; ///< number of heads that share a block; 0: all
    };

    /// Computes sizes and extents for a layer, and returns its number of blocks. The blocks do not exist yet, and
    /// nothing can be read before make_on_demand_cache().
    std::size_t lay_out(std::shared_ptr<const Layer> layer, Index most_kept);
    void make_on_demand_cache();
    /// True if both traces have the same matrices with the same indices.
    bool has_layout_of(const Trace& other) const;
    /// This trace in the layout of `other`, which has equal sizes. Stages that both have and compute in the same way
    /// keep their numbers (or are computed on demand if `other` does not store them); all others have no valid numbers.
    Trace laid_out_as(const Trace& other, std::size_t blocks) const;
    bool makes_alike(const Trace& other, ArrayId stage) const;

    /// The slot's matrix, in `room` if that is not shared, or else in new storage. `room` contains the numbers of
    /// version `of_room`; if it is known what changed since, only that is computed.
    std::shared_ptr<Buffer> computed(Address slot, std::shared_ptr<Buffer> room = nullptr,
                                     std::uint64_t of_room = 0) const;
    std::shared_ptr<Buffer> computed(Address slot, const Region& region, std::shared_ptr<Buffer> room) const;

    /// A cache for a trace that differs from its copies, with the cached matrices of all slots without stale cells.
    /// Null if there are no copies; then this trace drops its own stale entries. `room`: a cache to reuse, or null.
    std::shared_ptr<OnDemandCache> on_demand_but(const std::vector<PlannedSlot>& slots,
                                                 std::shared_ptr<OnDemandCache> room) const;
    void forget_on_demand(const std::vector<PlannedSlot>& slots) noexcept;

    /// The number of blocks of a stage.
    Extent blocks_of(ArrayId stage) const { return is_in_blocks(stage) ? Extent{sizes_.B, sizes_.H} : extent(stage); }
    /// Calls `visit` for all blocks of a stage, by item, then head. The address of a block is that of its slot, with
    /// the head of concat's block.
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
