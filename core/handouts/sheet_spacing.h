#pragma once

#include "core/figure/pdf.h"
#include "core/handouts/pages.h"
#include "core/tensor/result.h"

#include <functional>
#include <vector>

namespace attn {

/// How the exercises of a sheet are laid out, in logical pixels; as one likes it, unless something else has more room.
struct SheetSpacing {
    float cell_width = 44;
    float line_height = 28; ///< of lines to write on
    float between = 28;     ///< exercises
    bool rounds = false;    ///< numbers have fewer decimals where they have no room otherwise
    float page_height = paper::text_height;
};

/// A sheet so laid out.
struct SpacedSheet {
    std::vector<PdfPage> pages;
    float last_used = 0; ///< of the last page
};
using LayOutSheet = std::function<Result<SpacedSheet>(const SheetSpacing&)>;

/// The pages as one likes them best of those that are fewest; with pages about as full as each other where little would
/// stand on the last. Fails as laying out does.
Result<std::vector<PdfPage>> in_fewest_pages(const LayOutSheet& lay_out);

} // namespace attn
