#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/formula/formula.h"

#include <string>

namespace attn {

/// How a cell of the array is made, as a text of formulas says it, with names in angle brackets: each matrix of weights
/// has its own symbol, and what the notes have no small letter for is a cell of its matrix.
std::string cell_formula_in_text(const DrawContext& drawing, ArrayId array);

/// The formula with exponentials as the notes write them: \exp(x) as e^{x}, where they do.
FormulaNode exponentials_as_in_notes(const DrawContext& drawing, FormulaNode formula);

} // namespace attn
