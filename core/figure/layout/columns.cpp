#include "core/figure/layout/columns.h"

#include <algorithm>
#include <limits>

namespace attn {

namespace {

/// Columns that are filled up to a height, and the least height at which the first block of some column would move to
/// the column before it.
struct Filled {
    Columns columns;
    std::size_t count = 0;
    float next = std::numeric_limits<float>::max();
};

Filled fill_columns(std::span<const float> heights, float step, float most) {
    Filled all;
    float height = 0;
    for (const float block : heights) {
        if (all.count == 0 || height + block > most) {
            if (all.count > 0)
                all.next = std::min(all.next, height + block);
            ++all.count;
            height = 0;
        }
        all.columns.places.push_back({static_cast<float>(all.count - 1) * step, height});
        height += block;
        all.columns.height = std::max(all.columns.height, height);
    }
    return all;
}

} // namespace

Columns in_columns(std::span<const float> heights, std::size_t count, float step) {
    if (heights.empty())
        return {};
    Filled all = fill_columns(heights, step, *std::ranges::max_element(heights));
    while (all.count > std::max<std::size_t>(count, 1))
        all = fill_columns(heights, step, all.next);
    return all.columns;
}

} // namespace attn
