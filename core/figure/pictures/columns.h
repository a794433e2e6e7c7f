#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace attn {

/// Blocks that stand one beneath the other in columns, in their order.
struct Columns {
    std::vector<std::size_t> first; ///< block of each column
    float height = 0;               ///< of the tallest column
};

/// At most `count` columns, as low as they can be without breaking a block.
Columns in_columns(std::span<const float> heights, std::size_t count);

} // namespace attn
