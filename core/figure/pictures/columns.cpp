#include "core/figure/pictures/columns.h"

#include <algorithm>
#include <limits>

namespace attn {

namespace {

/// Each column filled up to `most`, and the least height beyond which the first block would join the column before it.
struct Filled {
    Columns columns;
    float next = std::numeric_limits<float>::max();
};

Filled fill_columns(std::span<const float> heights, float most) {
    Filled all;
    float height = 0;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        if (i == 0 || height + heights[i] > most) {
            if (i > 0)
                all.next = std::min(all.next, height + heights[i]);
            all.columns.first.push_back(i);
            height = 0;
        }
        height += heights[i];
        all.columns.height = std::max(all.columns.height, height);
    }
    return all;
}

} // namespace

Columns in_columns(std::span<const float> heights, std::size_t count) {
    if (heights.empty())
        return {};
    Filled all = fill_columns(heights, *std::ranges::max_element(heights));
    while (all.columns.first.size() > std::max<std::size_t>(count, 1))
        all = fill_columns(heights, all.next);
    return all.columns;
}

} // namespace attn
