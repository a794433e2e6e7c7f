#pragma once

#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <string>
#include <vector>

namespace attn {

/// A file of a folder that leaves the program.
struct DocumentFile {
    std::string name;
    std::string bytes;
};

/// The walk through a layer as a section of an article: section.tex, which compiles by itself and can be \input, and
/// its figures. Each step of the notes has its formulas, one cell worked out, what that number means, and a figure with
/// its caption. Equal sources give equal bytes. Fails as figure_cell does.
Result<std::vector<DocumentFile>> lecture_notes(const FigureSource& source, const FigureRequest& shown);

/// The same as a deck of slides for beamer, 16:9: deck.tex and its figures, a frame for each step.
Result<std::vector<DocumentFile>> slide_deck(const FigureSource& source, const FigureRequest& shown);

} // namespace attn
