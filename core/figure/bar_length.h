#pragma once

#include "core/figure/colour_map.h"

#include <span>
#include <vector>

namespace attn {

/// How much of a bar a number fills, from 0 to 1, where `most` fills all of it. An infinite number fills it too; one
/// that is negative, or none, fills nothing.
float filled_part(double value, double most);

/// What fills the bars of these numbers: the largest, but at least `least`. What is not finite has no say.
double fullest(std::span<const float> values, double least);

/// The parts of one bar that shares take, one behind the other; together no more than all of it. Where some are
/// infinite it is theirs.
std::vector<float> stacked_parts(std::span<const float> shares);

/// The colour of a bar: `usual`, but of an infinite number that which it has in a matrix.
Colour bar_colour(double value, Colour usual, const ColourMap& map);

} // namespace attn
