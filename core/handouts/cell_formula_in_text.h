#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/formula/formula.h"

#include <string>

namespace attn {

/// The formula of a cell of the array for use in a text, with names in angle brackets. Each matrix of weights has its
/// own symbol, and an array without a small letter in the notes is written as a cell of its matrix.
std::string cell_formula_in_text(const DrawContext& drawing, ArrayId array);

/// The formula with exponentials as the notes write them: \exp(x), or e^{x}.
FormulaNode exponentials_as_in_notes(const DrawContext& drawing, FormulaNode formula);

} // namespace attn
