#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pictures/draw_context.h"

#include <string>
#include <vector>

namespace attn {

/// A number on an axis, and the cell that it stands for.
struct Dot {
    float value = 0;
    CellId cell{0, ArrayId{}};
};

/// One row of dots above the axis.
struct Strip {
    std::vector<Dot> dots;
    double mean = 0;
    double deviation = 0;
    Index chosen = -1;                ///< index of the dot that is marked and labelled with its number; −1: none
    std::string label;                ///< text at the left
    std::vector<std::string> remarks; ///< lines at the right; the first is bold
};

/// Draws the strips below each other over one axis that includes all their numbers and zero. Each number is a dot and a
/// target if there is room; otherwise bars show how many there are. A line joins the marked dots.
void add_strips(DisplayList& list, const DrawContext& drawing, const Box& area, const std::vector<Strip>& strips);

/// The least height of strips of that width in which each number is drawn as a dot.
float least_strips_height(const DrawContext& drawing, float width, const std::vector<Strip>& strips);

} // namespace attn
