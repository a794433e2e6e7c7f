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

/// One page for each step of the walk, level A4, all of one size: what the step asks, its own picture, its formula,
/// one cell worked out, and what that number means. Fails as figure_cell does.
/// `upright`: pages higher than wide, with the words beneath the picture.
Result<std::vector<StoryPage>> storyboard(const FigureSource& source, const FigureRequest& shown, bool upright = false);

} // namespace attn
