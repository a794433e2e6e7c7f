#pragma once

#include "core/figure/page.h"
#include "core/tensor/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// The list as an SVG document, `scale` times its natural size: real texts, real rectangles, and images as PNG
/// within it. Items that stand for a cell carry its name in `data-target`. Equal lists give equal bytes.
Result<std::string> write_svg(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter);

/// An SVG within an HTML document.
struct InlineSvg {
    std::string name;  ///< begins its ids, so that several can stand in one document
    std::string label; ///< for readers that see no pictures
    std::function<std::string(const CellId&)>
        value_of; ///< what a cell says when it is pointed at or has the focus; may be empty
};

/// The list as an `svg` element of HTML, one pixel a unit, without any of its styles (see svg_styles).
Result<std::string> write_inline_svg(const DisplayList& list, const Page& page, const InlineSvg& place,
                                     const Typesetter& typesetter);

/// The styles that its letters need, as CSS.
std::string_view svg_styles();

} // namespace attn
