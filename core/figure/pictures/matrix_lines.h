#pragma once

#include "core/figure/geometry.h"
#include "core/figure/heatmap.h"
#include "core/figure/pictures/draw_context.h"

#include <string>
#include <vector>

namespace attn {

/// A matrix that stands in a line with others.
struct LinedMatrix {
    HeatmapOptions map;
    std::string sign;        ///< before it: "=", "+", "→"; may be empty
    Index columns_each = 0;  ///< so many columns belong to each head, and are edged in its colour; 0: none
    std::string remark;      ///< a line beneath it
    std::string head_name{}; ///< the formula that stands at each head's columns, with its number; may be empty
};

/// Lines of matrices below each other, with cells of one size, as large as the area allows. What is said stands
/// beneath them, a line each.
void add_matrix_lines(DisplayList& list, const DrawContext& drawing, const Box& area,
                      std::vector<std::vector<LinedMatrix>> lines, const std::vector<std::string>& said);

} // namespace attn
