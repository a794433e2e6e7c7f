#pragma once

#include "core/figure/heatmap.h"

namespace attn {

/// A range of rows and a range of columns; `last_row` and `last_column` are excluded.
struct CellBlock {
    Index first_row = 0, last_row = 0, first_column = 0, last_column = 0;
};

/// The values, colours and targets of a heatmap's cells. Rows and columns are counted as they are shown.
class HeatmapCells {
public:
    /// `options` must outlive this object.
    explicit HeatmapCells(const HeatmapOptions& options);

    /// The heatmap with the places of its cells, and no items yet.
    const Heatmap& places() const { return places_; }
    /// The cells that are visible.
    const CellBlock& seen() const { return seen_; }
    bool are_all_seen() const;

    float value(Index row, Index column) const;
    bool masked(Index row, Index column) const;
    /// True if the cell has not been revealed yet.
    bool is_missing(Index row, Index column) const;
    bool has_unmasked() const;
    /// True if the cell has a negative number and the palette is grey, which shows no sign.
    bool is_hatched(Index row, Index column) const;
    /// The change of the value since `before`; 0 if `before` is empty.
    float change(Index row, Index column) const;
    /// True if the cell has a change to show, which a masked cell may have too.
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
