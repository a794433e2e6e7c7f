#pragma once

#include "core/figure/display_list.h"

using cairo_t = struct _cairo; // NOLINT(bugprone-reserved-identifier): the name is Cairo's

namespace attn {

/// Paints the list with Cairo, one unit a logical pixel. `resolution` is how many pixels a logical pixel has where
/// images end up as pixels; 0 for vector formats.
void paint(cairo_t* cairo, const DisplayList& list, const Typesetter& typesetter, float resolution);

} // namespace attn
