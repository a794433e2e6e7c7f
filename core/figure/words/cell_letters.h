// The letters that name a cell, as formulas write them.

#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/formula/formula.h"
#include "core/model/cell.h"
#include "core/notation/in_notation.h"

#include <string>
#include <string_view>

namespace attn {

/// A cell as formulas call it: A_{(4,1)}, (head_2)_{4,1}.
struct CellName {
    FormulaNode formula;
    bool is_in_brackets = false; ///< its numbers are: (4,1)
    bool is_row_last = false;    ///< where tokens are columns and the matrix is counted as it is laid out: (KᵀQ)_{ji}
};

/// The cell as the left side of its formula calls it; as the letter of its array with numbers below it, if that side
/// speaks of no one cell.
CellName cell_name(const Notation& notation, const CellId& cell, std::string_view cell_formula);

/// The cell in a formula's letters: "q₅,₁".
std::string short_cell(const Session& session, const CellId& cell);
inline std::string short_cell(const DrawContext& drawing, const CellId& cell) {
    return short_cell(drawing.session, cell);
}

/// The cell in a formula's letters, as short_cell has it; with its head where there are several and the letters do not
/// tell them apart: "q₅,₁ of head 2".
std::string short_cell_of_head(const DrawContext& drawing, const CellId& cell);

} // namespace attn
