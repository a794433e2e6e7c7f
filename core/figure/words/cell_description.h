#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/cell.h"

#include <string>

namespace attn {

/// Describes a cell in sentences that can be read aloud or pasted: the stage and its question, the cell and its number,
/// the numbers that it is computed from and those that are computed from it. The cell must exist.
std::string cell_description(const DrawContext& drawing, const CellId& cell);

} // namespace attn
