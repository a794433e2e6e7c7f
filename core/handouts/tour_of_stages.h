#pragma once

#include "core/figure/figure.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn {

/// The steps of the tour of a layer, in the order of computing: each stage, for one item and each requested head, with
/// the cell that is explained. `shown` determines item, head, notation and orientation of tokens of all steps. The
/// cells follow one query, one key and one head: the row, column and head of `shown`, or those that the session opens
/// on; if both tokens are the same, two different ones whose score and attention weights have several terms that
/// matter. The columns that are followed are the one in which query and key agree most, the largest of the head's
/// output, and the output's column to which that adds most.
Result<std::vector<FigureRequest>> walk(const FigureSource& source, const FigureRequest& shown);

/// The cell that a step of the tour explains.
CellId cell_of(const FigureRequest& step);

/// The part of the step's picture that is shown: of a softmax row, which several steps share, as much as is computed by
/// then.
FigureStep part_of_picture(const DrawContext& drawing, const CellId& cell);

/// The head and item of a step: "head 1 of 2; item 1 of 3"; empty if the layer has only one of both.
std::string whose(const DrawContext& drawing);

/// The most summands in the explanation of a cell.
constexpr std::size_t most_summands = 8;

} // namespace attn
