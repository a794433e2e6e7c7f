#pragma once

#include "core/explain/explain.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <string>

namespace attn {

/// Explains the cell's number in one or two sentences.
Claims claims_about(const DrawContext& drawing, const Explanation& explanation);
/// The sentences of claims_about() as text.
std::string in_words(const DrawContext& drawing, const Explanation& explanation);

/// The cells that are computed from `from`: "6 cells of row 5", or the words for a single one.
Prose dependents_place(const DrawContext& drawing, const CellId& from, const Dependents& fed);
/// The cells that are computed from `from`, with their array's name: "scores⁽²⁾: 6 cells of row 5".
Prose dependents_words(const DrawContext& drawing, const CellId& from, const Dependents& fed);

} // namespace attn
