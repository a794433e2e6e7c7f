#pragma once

#include "core/figure/pdf.h"
#include "core/handouts/pages.h"
#include "core/tensor/result.h"

#include <functional>
#include <vector>

namespace attn {

/// The spacing of a sheet's exercises, in logical pixels. The defaults are the most generous.
struct SheetSpacing {
    float cell_width = 44;
    float line_height = 28; ///< of lines to write on
    float between = 28;     ///< exercises
    bool rounds = false;    ///< numbers that do not fit get fewer decimals
    float page_height = paper::text_height;
};

/// A sheet laid out with some spacing.
struct SpacedSheet {
    std::vector<PdfPage> pages;
    float last_used = 0; ///< height used on the last page
};
using LayOutSheet = std::function<Result<SpacedSheet>(const SheetSpacing&)>;

/// The fewest pages on which the exercises fit, in the most generous spacing for that number; about equally full if
/// little would stand on the last page. Fails as `lay_out` does.
Result<std::vector<PdfPage>> in_fewest_pages(const LayOutSheet& lay_out);

} // namespace attn
