#pragma once

#include "core/explain/explain.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <string>

namespace attn {

/// The meaning of the cell's number, in a sentence or two made from the numbers.
Claims claims_about(const DrawContext& drawing, const Explanation& explanation);
/// The sentences of claims_about as a text.
std::string in_words(const DrawContext& drawing, const Explanation& explanation);

/// The cells that read `from`: "6 cells of row 5", or the subject of a single one in words.
Prose dependents_place(const DrawContext& drawing, const CellId& from, const Dependents& fed);
/// The cells that read `from`, with their array's name: "scores⁽²⁾: 6 cells of row 5".
Prose dependents_words(const DrawContext& drawing, const CellId& from, const Dependents& fed);

} // namespace attn
