#pragma once

#include "core/figure/colour_map.h"

#include <span>
#include <vector>

namespace attn {

/// The part of a bar, from 0 to 1, that `value` fills; `most` fills all of it, and so does an infinite value. A
/// negative value and NaN fill nothing.
float filled_part(double value, double most);

/// The value that fills a whole bar: the largest finite one of `values`, and at least `least`.
double fullest(std::span<const float> values, double least);

/// The parts of one bar that shares take, one behind the other; together no more than all of it. Where some are
/// infinite it is theirs.
std::vector<float> stacked_parts(std::span<const float> shares);

/// The colour of a bar: `usual`, but of an infinite number that which it has in a matrix.
Colour bar_colour(double value, Colour usual, const ColourMap& map);

} // namespace attn
