#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <cstddef>
#include <functional>

namespace attn {

/// True if the scales of all matrices lie beneath them, and no bar stands at the right, as on a page, which is narrow;
/// but not for a change, whose bar says more than a line can.
bool has_scales_beneath(const DrawContext& drawing, ArrayId result);

/// True if a bar has room beside the matrices; otherwise their scales lie beneath.
bool has_bar_beside(const DrawContext& drawing, float width);

/// The area without what one line of `scales_of` takes at its foot.
Box above_scales(const Box& area);

/// The scales of the list's matrices, from its item `first` on, that no colour bar beside them explains: each a
/// horizontal colour bar behind the names of its matrices. They stand side by side, and beneath each other where
/// `width` ends; the first line's baseline is at 0.
DisplayList scales_of(const DisplayList& list, const DrawContext& drawing, float width, std::size_t first = 0);

/// Adds the scales beneath `drawn`; in the window not below the area.
void add_beneath(DisplayList& list, const DrawContext& drawing, const Box& area, const DisplayList& scales,
                 const Box& drawn);

using DrawPicture = std::function<void(DisplayList&, const DrawContext&, const Box&)>;

/// Draws a picture that leaves room for its scales at the foot of its area. The scales are known once it is drawn; if
/// they do not fit into one line of a window, it is drawn again. `may_change`: it can show a change, and nothing may
/// move as the scale of that comes.
void draw_above_scales(DisplayList& list, const DrawContext& drawing, const Box& area, const DrawPicture& draw,
                       bool may_change = false);

template <class Picture>
void draw_above_scales(DisplayList& list, const DrawContext& drawing, const Box& area, bool may_change = false) {
    const auto draw = [](DisplayList& to, const DrawContext& shown, const Box& above) {
        Picture(to, shown, above).add();
    };
    draw_above_scales(list, drawing, area, draw, may_change);
}

} // namespace attn
