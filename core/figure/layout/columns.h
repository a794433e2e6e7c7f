#pragma once

#include "core/figure/geometry.h"

#include <cstddef>
#include <span>
#include <vector>

namespace attn {

/// Where blocks stand, one beneath the other in columns, in their order.
struct Columns {
    std::vector<Point> places; ///< upper left corners
    float height = 0;          ///< of the tallest column
};

/// At most `count` columns, as low as they can be without breaking a block, each so far from the next.
Columns in_columns(std::span<const float> heights, std::size_t count, float step);

} // namespace attn
