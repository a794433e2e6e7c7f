#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Whether the stage is a product that can be written in letters.
bool shows_einsum(const DrawContext& drawing);

/// The stage as an einsum, for all items and heads at once: its letters with their lengths, those that are summed away
/// joined by lines, what each letter counts, and the line of Python that computes it.
void einsum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
