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

/// One row of numbers above the axis.
struct Strip {
    std::vector<Dot> dots;
    double mean = 0;
    double deviation = 0;
    Index chosen = -1;                ///< this dot is marked and written out; −1: none
    std::string label;                ///< at the left
    std::vector<std::string> remarks; ///< at the right, the first stronger
};

/// The strips below each other over one axis that holds all their numbers and zero. As dots where they have room, each
/// a target; else as bars that say how many. The marked ones are joined by a line.
void add_strips(DisplayList& list, const DrawContext& drawing, const Box& area, const std::vector<Strip>& strips);

/// The least height of strips of that width in which each dot is drawn; more gives them air.
float least_strips_height(const DrawContext& drawing, float width, const std::vector<Strip>& strips);

} // namespace attn
