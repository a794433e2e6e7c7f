#pragma once

#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// The walk through a layer as one HTML document that needs nothing else: every step with its picture as SVG, whose
/// cells say their numbers when they are pointed at or have the focus. Keys and buttons step; without scripts, and
/// printed, all steps stand below each other. It is well-formed XML, too. Equal sources give equal bytes.
Result<std::string> handout(const FigureSource& source, const FigureRequest& shown);

} // namespace attn
