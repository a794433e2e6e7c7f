#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/cell.h"

#include <string>

namespace attn {

/// The surroundings of a cell in sentences that can be read aloud or pasted: the stage and the question that it
/// answers, the cell and its number, the numbers that it comes from and those that it becomes. The cell must exist.
std::string cell_description(const DrawContext& drawing, const CellId& cell);

} // namespace attn
