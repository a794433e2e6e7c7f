#pragma once

#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// The tour of a layer as one self-contained HTML document: every step with its picture as SVG, whose cells tell their
/// numbers when pointed at or focused. Keys and buttons step through it; without scripts, and printed, all steps stand
/// below each other. It is well-formed XML. Equal sources give equal bytes.
Result<std::string> handout(const FigureSource& source, const FigureRequest& shown);

/// The same of the whole model around the layer: a picture of all its layers and heads, and behind it the tour of each
/// layer with its MLP, folded. Fails as has_model_around does.
Result<std::string> handout_of_model(const FigureSource& source, const FigureRequest& shown);

} // namespace attn
