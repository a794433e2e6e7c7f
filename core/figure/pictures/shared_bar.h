#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/pictures/draw_context.h"

#include <string>

namespace attn {

/// The colour bar at the right of a matrix that lies at `at`, where another matrix is coloured on the same range;
/// `caption` says which they are.
void add_shared_bar(DisplayList& list, const HeatmapOptions& options, const Heatmap& map, Point at, const Box& clip,
                    const std::string& caption);

} // namespace attn
