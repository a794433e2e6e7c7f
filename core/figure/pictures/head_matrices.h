#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/pictures/draw_context.h"
#include "core/figure/text.h"

#include <vector>

namespace attn {

/// The array whose heads stand beside each other where the one in sight is shown head by head: of the output its parts.
ArrayId array_of_heads(const DrawContext& drawing);

/// The matrices of the heads that are shown beside each other, each once where several heads share it, in the colours
/// of all: as they are, or as their differences from that of the head in sight.
class HeadMatrices {
public:
    /// The drawing outlives this.
    HeadMatrices(const DrawContext& drawing, bool differences);

    ArrayId array() const { return array_; }
    Index count() const { return std::ssize(stored_); }
    /// The number of heads that share one matrix.
    Index shared() const { return shared_; }
    /// The place of the head in sight.
    Index chosen() const { return chosen_; }
    /// The cell in sight, or the one in its place.
    const CellId& selected() const { return selected_; }
    /// The number, among the layer's stored matrices, of the matrix at a place.
    Index stored(Index place) const { return stored_.at(static_cast<std::size_t>(place)); }
    /// The first of the heads that share the matrix at a place.
    Index first_head(Index place) const { return stored(place) * shared_; }

    HeatmapOptions coloured(Index place) const;
    /// The names of the matrix at a place, the longest first.
    std::vector<Typeset> names(Index place) const;

private:
    Index place_of_chosen() const;
    CellId first_of(Index place) const { return {selected_.layer, array_, selected_.item, first_head(place), 0, 0}; }
    Matrix difference_from_chosen(Index place) const;
    Range whole_range() const;

    const DrawContext& drawing_;
    bool differences_;
    ArrayId array_;
    Index shared_;
    std::vector<Index> stored_;
    Index chosen_;
    CellId selected_;
    Range range_; ///< of all
};

} // namespace attn
