#pragma once

#include "core/document/session/figure_request.h"

#include <string_view>

namespace attn {

/// Returns the request adapted to a file with this extension. In TeX, a slide becomes a beamer frame of 16 × 9 cm,
/// which has a title and margins of its own and for which 14 pt type is made smaller in proportion; for a figure within
/// an article's text, LaTeX sets title and caption, unless the figure was given a title.
FigureRequest for_format(FigureRequest request, std::string_view ending);

} // namespace attn
