#pragma once

#include "core/figure/figure.h"
#include "core/figure/pdf.h"
#include "core/tensor/result.h"

#include <vector>

namespace attn {

/// The pages of the section of an article, about as LaTeX sets them: its words, and each step with its formulas and its
/// figure. Fails as figure_cell does.
Result<std::vector<PdfPage>> preview_of_notes(const FigureSource& source, const FigureRequest& shown);

/// The frames of the deck of slides: its title, and each step.
Result<std::vector<PdfPage>> preview_of_slides(const FigureSource& source, const FigureRequest& shown);

} // namespace attn
