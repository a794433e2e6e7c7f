#pragma once

#include "core/figure/layout/grid.h"
#include "core/handouts/exercise_line.h"
#include "core/handouts/exercise_picture.h"

#include <optional>

namespace attn {

/// The matrices of an exercise for working by hand on paper: the operands of a product with the result where they meet,
/// or the line of matrices by which another stage is worked out. Cells to be filled in are white, and empty unless they
/// are answered. nullopt if they have no room on a page.
std::optional<DisplayList> exercise_matrices(const DrawContext& drawing, const ExerciseLine& line,
                                             const Exercise& exercise, const PencilCells& cells);

} // namespace attn
