// How the letters that name a cell are written.

#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/cell.h"

#include <string>
#include <string_view>

namespace attn {

/// True if the formula of the array's cells counts them in the matrix as it is laid out where tokens are columns, so
/// that the row of a cell stands last: (KᵀQ)_{ji}.
bool is_row_last(const DrawContext& drawing, ArrayId array, std::string_view cell_formula);

/// The cell in a formula's letters, as short_cell has it; with its head where there are several and the letters do not
/// tell them apart: "q₅,₁ of head 2".
std::string short_cell_of_head(const DrawContext& drawing, const CellId& cell);

} // namespace attn
