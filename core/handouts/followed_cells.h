#pragma once

#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <vector>

namespace attn {

/// The arrays through which a tour leads, in the order of computing, for one item and each requested head, with the
/// cell that is explained. `shown` determines item, head, notation and orientation of tokens. The cells follow one
/// query, one key and one head: the row, column and head of `shown`, or those that the session opens on; if both tokens
/// are the same, two different ones whose score and attention weights have several terms that matter. The columns that
/// are followed are the one in which query and key agree most, the largest of the head's output, and the output's
/// column to which that adds most. Fails as figure_cell does.
Result<std::vector<FigureRequest>> followed_cells(const FigureSource& source, const FigureRequest& shown);

/// The cell of a request from followed_cells().
CellId cell_of(const FigureRequest& step);

} // namespace attn
