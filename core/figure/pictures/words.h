#pragma once

#include "core/explain/explain.h"
#include "core/figure/pictures/draw_context.h"

#include <string>

namespace attn {

/// What the cell's number means, in a sentence or two made from the numbers.
std::string in_words(const DrawContext& drawing, const Explanation& explanation);

/// The cell in a formula's letters: "q₅,₁".
std::string short_cell(const DrawContext& drawing, const CellId& cell);

} // namespace attn
