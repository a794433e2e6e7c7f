#pragma once

#include "core/figure/geometry.h"

#include <imgui.h>
#include <span>

namespace attn {

/// Fills a polygon with soft edges, as ImGui does convex ones; this one may be concave. Edges do not cross.
void add_filled_polygon(ImDrawList& target, std::span<const ImVec2> corners, ImU32 colour);

} // namespace attn
