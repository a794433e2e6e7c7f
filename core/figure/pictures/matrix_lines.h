#pragma once

#include "core/figure/geometry.h"
#include "core/figure/heatmap.h"
#include "core/figure/pictures/draw_context.h"
#include "core/figure/text.h"

#include <string>
#include <vector>

namespace attn {

/// A matrix that stands in a line with others. Of several heads side by side, each is edged in its colour.
struct LinedMatrix {
    HeatmapOptions map;
    std::string sign;     ///< before it: "=", "+", "→"; may be empty
    std::string remark{}; ///< a line beneath it
    /// Of each head's columns: the first of these that have room, the longest first; may be empty.
    std::vector<std::vector<Typeset>> head_names{};
};

/// Lines of matrices below each other, with cells of one size, as large as the area allows. What is said stands
/// beneath them, a line each, and beneath that the scales of their colours.
void add_matrix_lines(DisplayList& list, const DrawContext& drawing, const Box& area,
                      std::vector<std::vector<LinedMatrix>> lines, const std::vector<std::string>& said);

} // namespace attn
