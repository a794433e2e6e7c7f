#pragma once

#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// The tour of a layer as one self-contained HTML document: every step has its picture as SVG, and pointing at a cell
/// or focusing it shows its number. Keys and buttons move between the steps; without scripts, and in print, all steps
/// stand below each other. The document is well-formed XML. Equal sources give equal bytes.
Result<std::string> handout(const FigureSource& source, const FigureRequest& shown);

/// A handout of the whole model around the layer: a picture of all its layers and heads, followed by the tour of each
/// layer, folded. Fails if there is no model around the layer, as has_model_around() does.
Result<std::string> handout_of_model(const FigureSource& source, const FigureRequest& shown);

} // namespace attn
