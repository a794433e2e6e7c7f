#pragma once

#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <vector>

namespace attn {

/// The steps of a tour: a request for each array and each requested head, in the order of computing, with the cell that
/// is explained. `shown` determines the item, the heads, the notation and the orientation of tokens. All cells follow
/// one query and one key: the row and column of `shown`, or those that the session opens on. Two different tokens take
/// the place of a token that reads itself, unless both were requested: a pair with several terms that matter in its
/// score and in its row of attention weights. The followed columns are those that the session opens on. Otherwise they
/// are: in queries and keys the column in which the two agree most, in a head's output its largest number, and in the
/// layer's output the column to which that number adds most. Fails as figure_cell() does.
Result<std::vector<FigureRequest>> followed_cells(const FigureSource& source, const FigureRequest& shown);

/// The cell of a request from followed_cells().
CellId cell_of(const FigureRequest& step);

} // namespace attn
