#pragma once

#include "core/attention/result.h"
#include "core/figure/page.h"

#include <string>

namespace attn {

/// The list as an SVG document, `scale` times its natural size: real texts, real rectangles, and images as PNG
/// within it. Items that stand for a cell carry its name in `data-target`. Equal lists give equal bytes.
Result<std::string> write_svg(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter);

} // namespace attn
