#pragma once

#include "core/handouts/exercises.h"
#include "core/handouts/pages.h"
#include "core/handouts/pencil_matrix.h"
#include "core/tensor/result.h"

namespace attn {

/// An exercise as it stands on a sheet: its heading and formula, its operands with the result in place, and, unless the
/// cells are answered, hints for working out rows. `drawing` shows the exercise's stage and head. No cell is wider than
/// `widest_cell`. Fails if the exercise is too large for a sheet.
Result<PageBlock> exercise_picture(const DrawContext& drawing, const Exercise& exercise, const PencilCells& cells,
                                   float widest_cell);

} // namespace attn
