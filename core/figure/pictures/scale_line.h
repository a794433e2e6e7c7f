#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <cstddef>
#include <functional>

namespace attn {

/// Pages are narrow: there the scales of all matrices lie beneath them, and no bar stands at the right; but for a
/// change, whose bar says more than a line can.
bool has_scales_beneath(const DrawContext& drawing, ArrayId result);

/// Whether a bar has room beside the matrices; else their scales lie beneath.
bool has_bar_beside(const DrawContext& drawing, float width);

/// The area without what one line of `scales_of` takes at its foot.
Box above_scales(const Box& area);

/// For each scale in which matrices of the list are coloured, from its item `first` on, and that no bar of theirs
/// explains: a lying colour bar behind the names of these matrices. Side by side, and where `width` ends beneath each
/// other; the first line's baseline at 0.
DisplayList scales_of(const DisplayList& list, const DrawContext& drawing, float width, std::size_t first = 0);

/// Such scales beneath `drawn`; in the window not below the area.
void add_beneath(DisplayList& list, const DrawContext& drawing, const Box& area, const DisplayList& scales,
                 const Box& drawn);

using DrawPicture = std::function<void(DisplayList&, const DrawContext&, const Box&)>;

/// A picture that leaves room for its scales at the foot of its area. Which there are is known when it is drawn; if
/// they do not fit into one line of a window, it is drawn again. `may_change`: it can show a change, as whose scale
/// comes nothing may move.
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
