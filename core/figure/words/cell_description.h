#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/cell.h"

#include <string>

namespace attn {

/// What stands around a cell, in sentences that can be read aloud or pasted: the stage and what it asks, the cell and
/// its number, what that comes from and what it becomes. The cell must exist.
std::string cell_description(const DrawContext& drawing, const CellId& cell);

} // namespace attn
