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

/// Storage of one slot.
class Buffer;
/// What an engine does with a slot.
struct PlannedSlot;

/// Every intermediate result of one layer. A value: copying it shares the numbers, and a copy keeps what it holds
/// while the engine goes on (the engine never writes into storage that somebody else holds).
class Trace {
public:
    /// Of no layer yet; has no stage.
    Trace();

    /// The layer that was computed.
    const Layer& layer() const { return *layer_; }
    const Sizes& sizes() const { return sizes_; }

    /// Whether the array exists: a weight that the layer has, a stage that is given or whose inputs and weights exist.
    bool has(ArrayId array) const { return structure_.has(array); }
    /// The recipe of a stage; its operands need not exist.
    const Recipe& recipe(ArrayId stage) const { return structure_.recipe(stage); }
    /// The operands of the array that exist.
    InlineVector<Operand, 4> made_from(ArrayId array) const { return structure_.made_from(array); }
    const Structure& structure() const { return structure_; }
    /// Whether the stage is stored; otherwise it is computed for those who look. (Of all stages that may be stored, the
    /// scores, shares and parts of very many tokens and heads are not.)
    bool keeps(ArrayId stage) const { return kept_[static_cast<std::size_t>(stage)]; }

    /// The stage's matrix for one item and head, its shape as in the table of stages, under any of its addresses.
    /// What is not stored is computed when first asked for, and then kept until it changes, or until more is looked at
    /// than memory should hold. The stage must exist.
    Matrix matrix(Address slot) const;

    /// The same without keeping anything: for writers that pass through all slots once.
    Matrix compute_uncached(Address slot) const;
    /// The same where only these rows are read; others may be anything.
    Matrix compute_rows_uncached(Address slot, IndexRange rows) const;

    /// This trace while an engine still computes it, as it can be shown: what is not up to date yet has the numbers of
    /// an earlier trace. None where both have not the same matrices.
    std::optional<Trace> completed_by(const Trace& earlier) const;
    /// Whether the slot's numbers are of this layer; elsewhere than in a completed trace all are.
    bool is_current(Address slot) const;

    /// Which slot's matrix it is, as this trace stores it at present; none for anything else, parts of slots included.
    std::optional<Address> slot_of(const Matrix& matrix) const;

    /// Any array: a stage, or a parameter of the layer.
    Matrix array(ArrayId array, Index item, Index head) const;

    /// One number of a stage or parameter. The cell must exist, and its numbers must be of this layer: of a completed
    /// trace those of the earlier one can be drawn, as what is on its way, and never told.
    float value(const CellId& cell) const;

    /// Whether the cell lies within an array that exists.
    bool contains(const CellId& cell) const;

    /// Another one whenever the slot's numbers may have changed: equal versions mean equal numbers, whichever engine
    /// computed them.
    std::uint64_t version(Address slot) const;

    /// Outside of which the slot's numbers are those of an earlier version; none where that is not known any more.
    std::optional<Region> moved_since(Address slot, std::uint64_t earlier) const;

    /// Under which addresses the layer's matrices stand.
    const Addresses& addresses() const { return addresses_; }
    Address canonical(Address slot) const { return addresses_.canonical(slot); }
    CellId canonical(const CellId& cell) const { return addresses_.canonical(cell); }
    const Extent& extent(ArrayId stage) const { return addresses_.extent(stage); }
    /// All matrices of a stage, item by item and head by head.
    std::vector<Address> slots(ArrayId stage) const { return addresses_.slots(stage); }

private:
    friend class Engine;
    friend class SlotOperands;

    /// From one version to the next.
    struct Step {
        std::uint64_t from = 0; ///< 0: from no numbers that count
        Region moved;
    };
    /// What is computed at a time: a slot, or of concat the columns of one head.
    struct Block {
        std::shared_ptr<Buffer> buffer; ///< none where the stage is not kept; concat's blocks share that of head 0
        std::uint64_t version = 0;      ///< 0: to be computed
        bool is_earlier = false;        ///< of the trace that completed this one
        std::array<Step, 2> steps{}; ///< the last first; two, since storage is written in turn while the other is read

        /// What moved since an earlier version, none where it is forgotten; of the present one nothing.
        std::optional<Region> moved_since(std::uint64_t present, std::uint64_t earlier) const;
        void advance(std::uint64_t from, std::uint64_t to, Region moved);
    };
    struct OnDemandCache;
    /// Where a stage's blocks stand among all.
    struct Placement {
        std::size_t first = 0;
        Index item_step = 0;     ///< from one item to the next; 0: one is everybody's
        Index heads_a_block = 0; ///< who share it; 0: all
    };

    /// Sizes and extents for a layer. Returns how many blocks it has; there are none yet, and nothing can be looked at
    /// until there is a cache.
    std::size_t lay_out(std::shared_ptr<const Layer> layer, Index most_kept);
    void make_on_demand_cache();
    /// Whether both have the same matrices, at the same places.
    bool has_layout_of(const Trace& other) const;
    /// This trace where those of a layer of equal sizes stand: what both have and make alike has its numbers, or is
    /// computed for those who look where the other does not store it; the rest has none that count. Its layer stays.
    Trace laid_out_as(const Trace& other, std::size_t blocks) const;
    bool makes_alike(const Trace& other, ArrayId stage) const;

    /// The slot's matrix in storage of its own: in `room` where that is of use to nobody else. Its numbers are those of
    /// the version `of_room`, and only what moved since is computed where that is known.
    std::shared_ptr<Buffer> computed(Address slot, std::shared_ptr<Buffer> room = nullptr,
                                     std::uint64_t of_room = 0) const;
    std::shared_ptr<Buffer> computed(Address slot, const Region& region, std::shared_ptr<Buffer> room) const;

    /// What is looked at, for a trace that goes on apart from copies of this one: all slots without stale cells. None
    /// where there are no copies: then this one's own cache forgets what is. `room` is one that nobody needs any more,
    /// or none.
    std::shared_ptr<OnDemandCache> on_demand_but(const std::vector<PlannedSlot>& slots,
                                                 std::shared_ptr<OnDemandCache> room) const;
    void forget_on_demand(const std::vector<PlannedSlot>& slots) noexcept;

    /// How many blocks a stage has.
    Extent blocks_of(ArrayId stage) const { return is_in_blocks(stage) ? Extent{sizes_.B, sizes_.H} : extent(stage); }
    /// Visits all blocks of a stage, item by item and head by head; each is named by its slot, of concat with its head.
    template <class Visit>
    void for_each_block(ArrayId stage, const Visit& visit) const {
        const Extent extent = blocks_of(stage);
        for (Index item = 0; item < extent.items; ++item)
            for (Index n = 0; n < extent.heads; ++n)
                visit(Address{stage, item, is_in_blocks(stage) ? n : addresses_.nth_head(stage, n)});
    }
    std::uint64_t oldest_of_blocks(Address slot) const;
    Block& at(Address block) { return blocks_[place(block)]; }
    const Block& at(Address block) const { return blocks_[place(block)]; }
    std::size_t place(Address block) const;

    /// The kept numbers of one block.
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
