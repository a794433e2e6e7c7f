#pragma once

#include "core/document/session/figure_request.h"
#include "core/engine/trace.h"
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

/// The number of cells that fit side by side on paper, in both operands of a product together, with short labels.
constexpr Index most_cells_across = 17;
/// The most products in a sum on paper, even for one column.
constexpr Index longest_sum_on_paper = 15;

/// The choice of cells to work out. Everything counts from 0.
struct ExerciseRequest {
    std::vector<ArrayId> stages;
    Index item = 0;
    std::vector<Index> heads{};            ///< empty: all of them
    Index every = 1;                       ///< asks the first cell of a matrix and then each `every`-th
    IndexRange queries{};                  ///< rows asked in arrays with a row for each query; empty: all
    Index most_across = most_cells_across; ///< cells that fit side by side
};

/// The exercises of the requested stages. A matrix that is too wide for paper has only its first columns asked. Fails
/// if the layer lacks a stage, if nothing of a stage is computed, or if a stage has more numbers or longer sums than
/// paper takes.
Result<Exercises> exercises(const Trace& trace, const ExerciseRequest& request);

/// True if the stage is computed from others, and not only copied.
bool leaves_work(const Trace& trace, ArrayId stage);
/// True if the stage is worked out in whole rows, from steps beside it: softmax and its exponentials.
bool is_worked_out_by_row(ArrayId stage);
/// The number of products that a number of the stage is the sum of; 1 if the stage is no product.
Index terms_of_sum(const Trace& trace, ArrayId stage);

/// The part of a layer that a worksheet asks.
struct SheetScope {
    ExerciseRequest asked;
    bool has_fewer_heads = false;      ///< fewer heads than the layer has, though the user chose none
    std::vector<ArrayId> given{};      ///< stages left out because their sums are too long for paper
    bool has_parts_for_output = false; ///< instead of the output, each head's contribution is asked
};

/// The scope of a sheet that asks the stages of `asked`: the heads that `shown` names, and `rows` queries from its row
/// on. If the user chose nothing (no head, no row, 0 rows, `stages_are_usual`), the scope is what a person works out
/// with a pencil: in a large layer the head of `opened`, and its query or a few more.
SheetScope sheet_scope(const Trace& trace, const FigureRequest& shown, const CellId& opened, ExerciseRequest asked,
                       bool stages_are_usual, Index rows);

} // namespace attn
