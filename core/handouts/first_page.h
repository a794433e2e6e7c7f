#pragma once

#include "core/figure/figure.h"
#include "core/figure/pdf.h"
#include "core/tensor/result.h"

namespace attn {

/// The first page of the section of an article, about as LaTeX sets it: its words, and the first step with its formulas
/// and its figure. Fails as figure_cell does.
Result<PdfPage> first_page_of_notes(const FigureSource& source, const FigureRequest& shown);

/// The first page of the deck of slides: its title.
Result<PdfPage> first_page_of_slides(const FigureSource& source, const FigureRequest& shown);

} // namespace attn
