#pragma once

#include "core/engine/trace.h"
#include "core/handouts/sheet_scope.h"
#include "core/tensor/region.h"
#include "core/tensor/result.h"

#include <set>
#include <vector>

namespace attn {

/// A matrix of which some cells are to be worked out by hand.
struct Exercise {
    Address slot;
    Submatrix part;            ///< what is shown of it
    std::vector<CellId> cells; ///< in reading order
};

/// The exercises of a sheet, head by head, in the order of computing.
struct Exercises {
    std::vector<Exercise> all;
    /// Cells that say no number wherever they are shown: what is asked, steps on the way to it, and what would give
    /// it away.
    std::set<CellId> blank;
};

/// Whether whole rows of it are worked out at once, from steps that stand beside it: softmax and its exponentials.
bool is_worked_out_by_row(ArrayId stage);

/// What is to be worked out. Everything counts from 0.
struct ExerciseRequest {
    std::vector<ArrayId> stages;
    Index item = 0;
    std::vector<Index> heads;              ///< empty: all of them
    Index every = 1;                       ///< of a matrix' cells the first, and from there on each `every`-th
    IndexRange queries{};                  ///< the rows that are asked of what has one for each query; empty: all
    Index most_across = most_cells_across; ///< so many cells have room beside each other
};

/// Whether the stage is computed from others, and not only copied.
bool leaves_work(const Trace& trace, ArrayId stage);

/// Of matrices that are too wide for paper the first columns alone. Fails where the layer has no such stage, where
/// nothing of it is computed, or where its numbers are copied.
Result<Exercises> exercises(const Trace& trace, const ExerciseRequest& request);

} // namespace attn
