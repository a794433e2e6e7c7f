#pragma once

#include "core/document/session/figure_request.h"
#include "core/engine/trace.h"
#include "core/tensor/region.h"

#include <vector>

namespace attn {

/// What of a layer a worksheet asks.
struct SheetScope {
    std::vector<ArrayId> stages;
    std::vector<Index> heads;     ///< none: all of them
    IndexRange queries{};         ///< the rows that are asked of what has one for each query
    Index all_numbers = 0;        ///< so many there would be in all
    bool has_fewer_heads = false; ///< than the layer, though nobody said which
    bool has_fewer_queries = false;
    std::vector<ArrayId> given{};      ///< what would be asked, were its sums not too long for paper
    bool has_parts_for_output = false; ///< of the output what each head adds is asked in its place
};

/// Products with more terms than this have no room on paper, even where they have one column.
constexpr Index longest_sum_on_paper = 15;
/// So many cells have room beside each other beside short words, of both operands of a product.
constexpr Index most_cells_across = 17;

/// How many products a number of the stage is the sum of; 1 where it is no product.
Index terms_of_sum(const Trace& trace, ArrayId stage);

/// How many of the stage's columns have room on paper beside what they are worked out from, where so many cells have.
Index columns_on_paper(const Trace& trace, ArrayId stage, Index most_across = most_cells_across);

/// The scope of a sheet of these stages: the heads and the query that `shown` names and as many queries as `rows` says.
/// What nobody says (no head, no row, 0 rows, `stages_are_usual`) is as much as a pencil gets through: of a larger
/// layer the head and the query at `opened`, or some more.
SheetScope sheet_scope(const Trace& trace, const FigureRequest& shown, const CellId& opened,
                       std::vector<ArrayId> stages, bool stages_are_usual, Index rows, Index every);

} // namespace attn
