// The letters of a cell in formulas.

#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/formula/formula.h"
#include "core/model/cell.h"
#include "core/notation/in_notation.h"

#include <string>
#include <string_view>

namespace attn {

/// The name of a cell in formulas: A_{(4,1)}, (head_2)_{4,1}.
struct CellName {
    FormulaNode formula;
    bool is_in_brackets = false; ///< true: the indices are written in brackets, (4,1)
    bool is_row_last = false;    ///< true: the row's number is last, because tokens are columns and indices count the
                                 ///< matrix as laid out: (KᵀQ)_{ji}
};

/// The name of the cell on the left side of its formula. If that does not name a single cell, it is the array's letter
/// with numbers as a subscript.
CellName cell_name(const Notation& notation, const CellId& cell, std::string_view cell_formula);

/// The short name of a cell: "q₅,₁".
std::string short_cell(const DrawContext& drawing, const CellId& cell);

/// The short name of a cell, with its head if there are several and the letters do not distinguish them: "q₅,₁ of head
/// 2".
std::string short_cell_of_head(const DrawContext& drawing, const CellId& cell);

} // namespace attn
