#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Whether what is in sight works cell by cell on something: E + P = X, or scores and mask.
bool has_equation(const DrawContext& drawing);

/// Such a stage, with what it is made from beside or above it.
void equation_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The stage or weight alone.
void matrix_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
