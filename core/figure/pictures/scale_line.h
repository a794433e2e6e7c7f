#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <cstddef>
#include <span>

namespace attn {

/// Pages are narrow: there the scales of all matrices lie beneath them, and no bar stands at the right; but for a
/// change, whose bar says more than a line can.
bool has_scales_beneath(const DrawContext& drawing, ArrayId result);

/// The area without what one line of `scales_of` takes at its foot.
Box above_scales(const Box& area);

/// For each scale in which matrices of the list are coloured, from its item `first` on, and that no bar of theirs
/// explains: a lying colour bar behind the names of these matrices. Side by side, and where `width` ends beneath each
/// other; the first line's baseline at 0.
DisplayList scales_of(const DisplayList& list, const DrawContext& drawing, float width, std::size_t first = 0);

/// Such scales beneath `drawn`; in the window not below the area.
void add_beneath(DisplayList& list, const DrawContext& drawing, const Box& area, const DisplayList& scales,
                 const Box& drawn);

/// How much more height the scales of the list's items from `first` on need than one line, for which `above_scales`
/// leaves room; `with_change`: that of a change with them, whether it is there or not.
float height_beyond_a_line(const DisplayList& list, const DrawContext& drawing, float width, std::size_t first,
                           bool with_change);

/// A picture that leaves room for its scales at the foot of its area. Which there are is known when it is drawn; if
/// they do not fit into one line of a window, it is drawn again. `may_change`: it can show a change, as whose scale
/// comes nothing may move.
template <class Draw>
void draw_above_scales(DisplayList& list, const DrawContext& drawing, const Box& area, const Draw& draw,
                       bool may_change = false) {
    const std::size_t first = list.items.size();
    Box above = above_scales(area);
    draw(above);
    const DisplayList scales = scales_of(list, drawing, area.width, first);
    const float beyond =
        drawing.view_state.on_paper ? 0 : height_beyond_a_line(list, drawing, area.width, first, may_change);
    if (beyond > 0) {
        list.items.erase(list.items.begin() + static_cast<std::ptrdiff_t>(first), list.items.end());
        above.height -= beyond;
        draw(above);
    }
    const std::span drawn = std::span(list.items).subspan(first);
    if (drawing.view_state.on_paper) // a page is as high as what stands on it
        for (Item& item : drawn)
            item.clip.reset();
    add_beneath(list, drawing, area, scales, bounds(drawn, drawing.typesetter));
}

} // namespace attn
