#pragma once

#include "core/explain/explain.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <string>

namespace attn {

/// What the cell's number means, in a sentence or two made from the numbers.
Claims claims_about(const DrawContext& drawing, const Explanation& explanation);
/// The same as a text.
std::string in_words(const DrawContext& drawing, const Explanation& explanation);

/// Which cells those are that read `from`: "6 cells of row 5", or in words what the only one is about.
std::string dependents_place(const DrawContext& drawing, const CellId& from, const Dependents& fed);
/// The same with the array's name: "scores⁽²⁾: 6 cells of row 5".
std::string dependents_words(const DrawContext& drawing, const CellId& from, const Dependents& fed);

} // namespace attn
