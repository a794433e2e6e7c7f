#pragma once

#include "core/figure/heatmap.h"

namespace attn {

/// Rows and columns, each behind its last.
struct CellBlock {
    Index first_row = 0, last_row = 0, first_column = 0, last_column = 0;
};

/// What each cell of a heatmap is. Rows and columns are those that are seen.
class HeatmapCells {
public:
    /// `options` must outlive it.
    explicit HeatmapCells(const HeatmapOptions& options);

    /// The heatmap with its cells' places, and nothing in it yet.
    const Heatmap& places() const { return places_; }
    /// Those in sight.
    const CellBlock& seen() const { return seen_; }
    bool are_all_seen() const;

    float value(Index row, Index column) const;
    bool masked(Index row, Index column) const;
    /// Whether the cell is not there yet.
    bool is_missing(Index row, Index column) const;
    bool has_unmasked() const;
    /// Whether it has a negative number in greys, which tell no sign.
    bool is_hatched(Index row, Index column) const;
    /// Since what the numbers were before, where that is known.
    float change(Index row, Index column) const;
    /// Whether there is one to show, of a hidden cell too.
    bool has_change(Index row, Index column) const;

    Colour fill(Index row, Index column) const;
    Colour change_fill(Index row, Index column) const;
    Target target(Index row, Index column) const;
    /// What the number in a cell is.
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
