#pragma once

#include "core/document/session/figure_request.h"

#include <string_view>

namespace attn {

/// The request adapted to a file with that ending. In TeX a slide becomes a beamer frame of 16 × 9 cm, which has a
/// title and margins of its own and for which 14 pt type shrinks in proportion; a figure in an article's text leaves
/// title and caption to LaTeX, unless it was given a title.
FigureRequest for_format(FigureRequest request, std::string_view ending);

} // namespace attn
