#pragma once

#include "core/figure/heatmap.h"

namespace attn {

/// Rows and columns, each behind its last.
struct CellBlock {
    Index first_row = 0, last_row = 0, first_column = 0, last_column = 0;
};

/// The values, colours and targets of a heatmap's cells. Rows and columns are counted as they are seen.
class HeatmapCells {
public:
    /// `options` must outlive it.
    explicit HeatmapCells(const HeatmapOptions& options);

    /// The heatmap with its cells' places, and nothing in it yet.
    const Heatmap& places() const { return places_; }
    /// The block of cells in sight.
    const CellBlock& seen() const { return seen_; }
    bool are_all_seen() const;

    float value(Index row, Index column) const;
    bool masked(Index row, Index column) const;
    /// True if the cell has not been revealed yet.
    bool is_missing(Index row, Index column) const;
    bool has_unmasked() const;
    /// True if the cell has a negative number and the palette is of greys, which show no sign.
    bool is_hatched(Index row, Index column) const;
    /// The change of the value since `before`, where that is known.
    float change(Index row, Index column) const;
    /// True if there is a change to show; a masked cell may have one too.
    bool has_change(Index row, Index column) const;

    Colour fill(Index row, Index column) const;
    Colour change_fill(Index row, Index column) const;
    Target target(Index row, Index column) const;
    /// The statement of the number in a cell: the value, or its change.
    Statement statement(Index row, Index column, bool is_change) const;

    template <class Visitor>
    void for_each_seen(Visitor visit) const {
        for (Index i = seen_.first_row; i < seen_.last_row; ++i)
            for (Index j = seen_.first_column; j < seen_.last_column; ++j)
                visit(i, j);
    }

private:
    ShownProduct product(Index row, Index column) const;

    const HeatmapOptions& options_;
    const ColourMap& map_;
    const ColourMap& change_map_;
    Heatmap places_;
    CellBlock seen_;
};

} // namespace attn
