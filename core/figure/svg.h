#pragma once

#include "core/figure/page.h"
#include "core/tensor/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// The list as an SVG document, `scale` times its natural size, with texts as text, rectangles as rectangles, and
/// images as embedded PNG. Items that stand for a cell have its name in `data-target`. Equal lists give equal bytes.
Result<std::string> write_svg(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter);

/// The properties of an SVG element in an HTML document.
struct InlineSvg {
    std::string name;  ///< prefix of its ids, so that a document can have several
    std::string label; ///< alternative text for screen readers
    std::function<std::string(const CellId&)>
        value_of; ///< the words for a cell under the mouse or with the focus; may be empty
};

/// The list as an `svg` element for HTML, one pixel per unit. The styles are not included (see svg_styles).
Result<std::string> write_inline_svg(const DisplayList& list, const Page& page, const InlineSvg& place,
                                     const Typesetter& typesetter);

/// The CSS for the letters of the list.
std::string_view svg_styles();

} // namespace attn
