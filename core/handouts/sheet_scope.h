#pragma once

#include "core/document/session/figure_request.h"
#include "core/engine/trace.h"
#include "core/tensor/region.h"

#include <vector>

namespace attn {

/// The part of a layer that a worksheet asks.
struct SheetScope {
    std::vector<ArrayId> stages;
    std::vector<Index> heads;     ///< empty: all heads
    IndexRange queries{};         ///< rows asked in arrays with a row for each query
    bool has_fewer_heads = false; ///< fewer than the layer has, though nobody chose a head
    std::vector<ArrayId> given{};      ///< stages left out because their sums are too long for paper
    bool has_parts_for_output = false; ///< instead of the output, each head's contribution is asked
};

/// The most products in a sum on paper, even for one column.
constexpr Index longest_sum_on_paper = 15;
/// The number of cells that fit side by side, in both operands of a product together, with short labels.
constexpr Index most_cells_across = 17;

/// The number of products that a number of the stage is the sum of; 1 if the stage is no product.
Index terms_of_sum(const Trace& trace, ArrayId stage);

/// The number of the stage's columns that fit on paper beside its operands, if `most_across` cells fit in all.
Index columns_on_paper(const Trace& trace, ArrayId stage, Index most_across);

/// The scope of a sheet of these stages: the heads and first query that `shown` names, and `rows` queries. What nobody
/// chose (no head, no row, 0 rows, `stages_are_usual`) is limited to what a person works out with a pencil: in a large
/// layer the head and the query at `opened`, or a few more.
SheetScope sheet_scope(const Trace& trace, const FigureRequest& shown, const CellId& opened,
                       std::vector<ArrayId> stages, bool stages_are_usual, Index rows, Index every,
                       Index most_across);

} // namespace attn
