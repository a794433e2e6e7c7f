#pragma once

#include "core/figure/figure.h"
#include "core/handouts/document_file.h"
#include "core/tensor/result.h"

#include <vector>

namespace attn {

/// The tour of a layer as a section of an article: section.tex, which compiles alone and can be \input, and its
/// figures. Each step of the notes has its formulas, one cell worked out, the meaning of its number, and a figure with
/// a caption. Equal sources give equal bytes. Fails as figure_cell does.
Result<std::vector<DocumentFile>> lecture_notes(const FigureSource& source, const FigureRequest& shown);

/// The tour as a deck of beamer slides, 16:9: deck.tex and its figures, with a frame for each step. Fails as
/// figure_cell does.
Result<std::vector<DocumentFile>> slide_deck(const FigureSource& source, const FigureRequest& shown);

} // namespace attn
