#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <cstddef>
#include <functional>

namespace attn {

/// True if the colour scales of all matrices lie beneath them instead of a bar to the right, as on a narrow page.
/// Changes always have a bar, which shows more than a line.
bool has_scales_beneath(const DrawContext& drawing, ArrayId result);

/// True if there is room for a colour bar beside the matrices; otherwise their scales lie beneath.
bool has_bar_beside(const DrawContext& drawing, float width);

/// The area without one line of `scales_of` at its foot.
Box above_scales(const Box& area);

/// The colour scales of the list's matrices, from item `first` on, that have no colour bar beside them: each is a
/// horizontal bar after the names of its matrices. They are side by side and wrap at `width`; the first baseline is
/// at 0.
DisplayList scales_of(const DisplayList& list, const DrawContext& drawing, float width, std::size_t first = 0);

/// Adds the scales beneath `drawn`, in the window not below the area.
void add_beneath(DisplayList& list, const DrawContext& drawing, const Box& area, const DisplayList& scales,
                 const Box& drawn);

using DrawPicture = std::function<void(DisplayList&, const DrawContext&, const Box&)>;

/// Draws a picture and its colour scales at the foot of its area. The scales are known only once the picture is drawn;
/// if they need more than one line in a window, it is drawn again. `may_change`: room is kept for the scale of changes,
/// so that nothing moves when it appears.
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
