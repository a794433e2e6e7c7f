#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/cell.h"

#include <string>

namespace attn {

/// The part of an array for which a formula is written.
struct FormulaScope {
    bool all_heads = false;      ///< true: all heads; false: the head of the address
    bool pins_are_marked = true; ///< true: pinned cells are marked in the picture, so the formula need not hold for
                                 ///< them
};

/// The formula of an array without the sides that are wrong in this session. A side is wrong if a number is given or
/// pinned, or a head is off, between the arrays that it names and the array. E.g. while a number of C is pinned, "Y = C
/// W_O = Σ O W_O" becomes "Y = C W_O". Empty if nothing is left.
std::string formula_that_holds(const DrawContext& drawing, const Address& slot, const std::string& formula,
                               FormulaScope scope = {});
/// The formula that holds for the array's selected matrix.
std::string formula_that_holds(const DrawContext& drawing, ArrayId array, const std::string& formula,
                               FormulaScope scope = {});

/// The formula for one cell of the array, as far as it holds for the cell's matrix.
std::string cell_formula_that_holds(const DrawContext& drawing, const CellId& cell);
/// The formula for one cell that holds for the array's selected matrix.
std::string cell_formula_that_holds(const DrawContext& drawing, ArrayId array);

} // namespace attn
