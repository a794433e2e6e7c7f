#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <cstddef>
#include <optional>

namespace attn {

/// The area without what a line of `add_scales` takes at its foot.
Box above_scales(const Box& area);

/// Beneath what was added to the list from its item `first` on, or beneath `drawn`: a lying colour bar for each scale
/// in which matrices are coloured there and that no bar of theirs explains, behind the names of these matrices.
void add_scales(DisplayList& list, const DrawContext& drawing, const Box& area, std::size_t first,
                const std::optional<Box>& drawn = {});

/// How much more height these scales need than one line, where they do not stand side by side in the area's width.
float height_beyond_a_line(const DisplayList& list, const DrawContext& drawing, const Box& area, std::size_t first);

/// A picture that leaves room for such lines at the foot of its area. Which scales there are is known when it is
/// drawn; if they do not fit into one line of a window, it is drawn again.
template <class Draw>
void draw_above_scales(DisplayList& list, const DrawContext& drawing, const Box& area, const Draw& draw) {
    const std::size_t first = list.items.size();
    Box above = above_scales(area);
    draw(above);
    const float beyond = drawing.view_state.on_paper ? 0 : height_beyond_a_line(list, drawing, area, first);
    if (beyond > 0) {
        list.items.erase(list.items.begin() + static_cast<std::ptrdiff_t>(first), list.items.end());
        above.height -= beyond;
        draw(above);
    }
    add_scales(list, drawing, area, first);
}

} // namespace attn
