#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/pictures/draw_context.h"
#include "core/figure/text.h"

#include <vector>

namespace attn {

/// The array whose heads are shown side by side for the selected array; for Y these are the heads' contributions.
ArrayId array_of_heads(const DrawContext& drawing);

/// The matrices of the shown heads in one range of colours. A matrix that several heads share is shown once. They are
/// shown as they are, or as their differences from the selected head's.
class HeadMatrices {
public:
    /// `drawing` must outlive this object.
    HeadMatrices(const DrawContext& drawing, bool differences);

    ArrayId array() const { return array_; }
    Index count() const { return std::ssize(stored_); }
    /// The number of heads that share one matrix.
    Index shared() const { return shared_; }
    /// The index of the selected head's matrix among those shown.
    Index chosen() const { return chosen_; }
    /// The selected cell, or the cell at its place.
    const CellId& selected() const { return selected_; }
    /// The index, among the layer's stored matrices, of the matrix shown at `place`.
    Index stored(Index place) const { return stored_.at(static_cast<std::size_t>(place)); }
    /// The first of the heads that share the matrix shown at `place`.
    Index first_head(Index place) const { return stored(place) * shared_; }

    HeatmapOptions coloured(Index place) const;
    /// The names of the matrix shown at `place`, the longest first.
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
    Range range_; ///< common to all matrices
};

} // namespace attn
