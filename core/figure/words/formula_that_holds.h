#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/cell.h"

#include <string>

namespace attn {

/// The numbers of an array that a formula is written for.
struct FormulaScope {
    bool all_heads = false;      ///< or the head of the address alone
    bool pins_are_marked = true; ///< the picture marks pinned cells, so that the formula speaks of the others
};

/// The formula of the array at an address without the sides that do not give its numbers in this session. A side does
/// not where a number is given or pinned, or a head is off, between the arrays that it names and the array: while a
/// number of C is pinned, "Y = C W_O = Σ O W_O" is "Y = C W_O". Empty where nothing is left.
std::string formula_that_holds(const DrawContext& drawing, const Address& slot, const std::string& formula,
                               FormulaScope scope = {});
/// The formula that holds for the array's matrix in sight.
std::string formula_that_holds(const DrawContext& drawing, ArrayId array, const std::string& formula,
                               FormulaScope scope = {});

/// The array's formula of one cell, as far as it holds for the matrix of the cell.
std::string cell_formula_that_holds(const DrawContext& drawing, const CellId& cell);
/// The formula of one cell that holds for the array's matrix in sight.
std::string cell_formula_that_holds(const DrawContext& drawing, ArrayId array);

} // namespace attn
