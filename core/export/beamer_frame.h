#pragma once

#include "core/document/session/figure_request.h"

#include <string_view>

namespace attn {

/// The request as a file with that ending needs it: in TeX a slide is a frame of beamer, 16 × 9 cm, which has a title
/// and margins of its own, and type of 14 pt of the usual slide is as much smaller there; and what stands in an
/// article's text leaves title and caption to LaTeX, unless it was given a title.
FigureRequest for_format(FigureRequest request, std::string_view ending);

} // namespace attn
