#pragma once

#include "core/figure/figure.h"
#include "core/figure/pdf.h"
#include "core/tensor/result.h"

#include <string>
#include <vector>

namespace attn {

/// A page of a storyboard, and a name for its file: "07-scores".
struct StoryPage {
    std::string name;
    PdfPage page;
};

/// One page for each step of the tour, all of one size: the step's question, its picture, its formula, one worked cell
/// and the meaning of its number. Pages are 16:9; with `upright` A4, with the words beneath the picture. Fails as
/// figure_cell does.
Result<std::vector<StoryPage>> storyboard(const FigureSource& source, const FigureRequest& shown, bool upright = false);

} // namespace attn
