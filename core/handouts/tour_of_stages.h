#pragma once

#include "core/figure/figure.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn {

/// The steps through a layer, in the order of computing: each stage that the layer has, on one item and of each
/// head that is asked for, with the cell that is explained there. What `shown` says of item, head, notation and tokens
/// as columns holds for all. The cells follow one query, one key and one head: those that `shown` has as its row, its
/// column and its head, or that the session opens on; and of numbers the one in which that query and that key agree
/// most, the largest that the head hands over, and the one of the output to which that adds most.
Result<std::vector<FigureRequest>> walk(const FigureSource& source, const FigureRequest& shown);

/// The cell that a step of the walk explains.
CellId cell_of(const FigureRequest& step);

/// How much of the step's picture is there: of a softmax row, which several steps show, as much as has been computed.
FigureStep part_of_picture(const DrawContext& drawing, const CellId& cell);

/// "head 1 of 2; item 1 of 3": of which matrix the step is; empty where there is one only.
std::string whose(const DrawContext& drawing);

/// How a cell of a large layer is explained: with this many summands.
constexpr std::size_t most_summands = 8;

} // namespace attn
