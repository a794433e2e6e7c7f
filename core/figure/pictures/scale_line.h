#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <cstddef>
#include <optional>

namespace attn {

/// The area without what the line of `add_scales` takes at its foot.
Box above_scales(const Box& area);

/// Beneath what was added to the list from its item `first` on, or beneath `drawn`: a lying colour bar for each scale
/// in which matrices are coloured there and that no bar of theirs explains, behind the names of these matrices.
void add_scales(DisplayList& list, const DrawContext& drawing, const Box& area, std::size_t first,
                const std::optional<Box>& drawn = {});

/// A picture that leaves room for such a line at the foot of its area.
template <class Draw>
void draw_above_scales(DisplayList& list, const DrawContext& drawing, const Box& area, const Draw& draw) {
    const std::size_t first = list.items.size();
    draw(above_scales(area));
    add_scales(list, drawing, area, first);
}

} // namespace attn
