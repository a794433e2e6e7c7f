#pragma once

#include "core/figure/colour_map.h"

#include <span>
#include <vector>

namespace attn {

/// The part of a bar, from 0 to 1, that `value` fills. `most` and infinite values fill all of it; negative values and
/// NaN fill nothing.
float filled_part(double value, double most);

/// The value that fills a whole bar: the largest finite one of `values`, and at least `least`.
double fullest(std::span<const float> values, double least);

/// The parts of one stacked bar that shares fill, together at most 1. If some are infinite, they fill all of it.
std::vector<float> stacked_parts(std::span<const float> shares);

/// The colour of a bar: `usual`, or for an infinite number its colour in a matrix.
Colour bar_colour(double value, Colour usual, const ColourMap& map);

} // namespace attn
