#pragma once

#include "core/engine/trace.h"
#include "core/handouts/sheet_scope.h"
#include "core/tensor/region.h"
#include "core/tensor/result.h"

#include <set>
#include <vector>

namespace attn {

/// A matrix in which some cells are to be worked out by hand.
struct Exercise {
    Address slot;
    Submatrix part;            ///< the part that is shown
    std::vector<CellId> cells; ///< in reading order
};

/// The exercises of a sheet, ordered by head, then as they are computed.
struct Exercises {
    std::vector<Exercise> all;
    /// Cells left blank wherever they are shown: those asked, steps on the way to them, and cells that would give them
    /// away.
    std::set<CellId> blank;
};

/// True if the stage is worked out in whole rows, from steps beside it: softmax and its exponentials.
bool is_worked_out_by_row(ArrayId stage);

/// The choice of cells to work out. Everything counts from 0.
struct ExerciseRequest {
    std::vector<ArrayId> stages;
    Index item = 0;
    std::vector<Index> heads;              ///< empty: all of them
    Index every = 1;                       ///< asks the first cell of a matrix and then each `every`-th
    IndexRange queries{};                  ///< rows asked in arrays with a row for each query; empty: all
    Index most_across = most_cells_across; ///< cells that fit side by side
};

/// True if the stage is computed from others, and not only copied.
bool leaves_work(const Trace& trace, ArrayId stage);

/// The exercises of the requested stages. Of a matrix that is too wide for paper only the first columns are asked.
/// Fails if the layer lacks a stage, or if nothing of one is computed.
Result<Exercises> exercises(const Trace& trace, const ExerciseRequest& request);

} // namespace attn
