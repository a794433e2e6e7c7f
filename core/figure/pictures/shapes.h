#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/arrays.h"

#include <string>

namespace attn {

/// Draws the shapes of the layer's products, without numbers: boxes to scale, a line for each product, heads as stacked
/// sheets, symbols and lengths at the edges, and for a batch the number of items.
void shapes_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Draws the legend: all symbols of the notation that the layer uses, with their meaning and shape.
void legend_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The symbol of an axis' length, with angle brackets: "<S>", "<d_k>".
std::string length_of_axis(const DrawContext& drawing, Axis axis);

} // namespace attn
