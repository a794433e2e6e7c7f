#pragma once

#include "core/figure/geometry.h"

#include <cstddef>
#include <span>
#include <vector>

namespace attn {

/// Places of blocks that are one below the other in columns, in their order.
struct Columns {
    std::vector<Point> places; ///< upper left corners
    float height = 0;          ///< height of the tallest column
};

/// Puts blocks into at most `count` columns, `step` apart, so that the tallest column is as low as possible. No block
/// is split.
Columns in_columns(std::span<const float> heights, std::size_t count, float step);

} // namespace attn
