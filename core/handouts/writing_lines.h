#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/handouts/exercises.h"
#include "core/handouts/pages.h"

#include <vector>

namespace attn {

/// Lines to work the cells of an exercise out on, each with its cell's name: short sums two beside each other. Of more
/// cells than a sheet has room for, a few lines without names. None where cells are worked out row by row.
std::vector<Block> writing_lines(const DrawContext& drawing, const Exercise& exercise);

} // namespace attn
