#pragma once

#include "core/handouts/exercises.h"
#include "core/handouts/pages.h"
#include "core/tensor/result.h"

#include <set>

namespace attn {

/// The cells of a sheet that are to be filled in by hand.
struct PencilCells {
    const std::set<CellId>& blank;
    bool answered = false; ///< their numbers are shown, as in a key
};

/// An exercise as it stands on a sheet: its heading and formula, its operands with the result in place, and, unless the
/// cells are answered, hints for working out rows. `drawing` shows the exercise's stage and head. Fails if the exercise
/// is too large for a sheet.
Result<PageBlock> exercise_picture(const DrawContext& drawing, const Exercise& exercise, const PencilCells& cells);

} // namespace attn
