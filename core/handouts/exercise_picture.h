#pragma once

#include "core/handouts/exercises.h"
#include "core/handouts/pages.h"
#include "core/handouts/pencil_matrix.h"
#include "core/tensor/result.h"

namespace attn {

/// An exercise as it stands on a sheet: its heading and formula, the matrices that it is worked out from with the
/// result in place, and, where the cells are not answered, what rows are worked out with. The view is on its
/// stage and head. Cells are at most that wide. Fails where it is too large for a sheet.
Result<Block> exercise_picture(const DrawContext& drawing, const Exercise& exercise, const PencilCells& cells,
                               float widest_cell);

} // namespace attn
