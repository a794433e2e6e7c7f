#pragma once

#include "core/figure/geometry.h"

#include <cstddef>
#include <span>
#include <vector>

namespace attn {

/// The places of blocks that stand one beneath the other in columns, in their order.
struct Columns {
    std::vector<Point> places; ///< upper left corners
    float height = 0;          ///< of the tallest column
};

/// Puts blocks in at most `count` columns, `step` from each other, as low as they can be without breaking a block.
Columns in_columns(std::span<const float> heights, std::size_t count, float step);

} // namespace attn
