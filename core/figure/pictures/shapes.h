#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"
#include "core/model/arrays.h"

#include <string>

namespace attn {

/// The products of the layer without numbers: boxes to scale, a line for each product, heads as stacked sheets, symbols
/// and lengths at the edges, of a batch the number of items too.
void shapes_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The legend: every symbol of the notation that the layer has, with its meaning and its shape.
void legend_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// A length as a formula to be written in a notation: "<S>", "<d_k>".
std::string length_of_axis(const DrawContext& drawing, Axis axis);

} // namespace attn
