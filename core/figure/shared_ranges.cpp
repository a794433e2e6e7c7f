#include "core/figure/shared_ranges.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <vector>

namespace attn {

Range joined(const Range& left, const Range& right) {
    // A range of only zeros is replaced by the other matrix' range.
    const auto is_zero = [](const Range& range) { return range.data_low == 0 && range.data_high == 0; };
    if (is_zero(left) != is_zero(right)) {
        Range all = is_zero(left) ? right : left;
        all.data_low = std::min(all.data_low, 0.0F);
        all.data_high = std::max(all.data_high, 0.0F);
        all.source = RangeSource::this_stage;
        return all;
    }
    return {std::min(left.low, right.low), std::max(left.high, right.high), std::min(left.data_low, right.data_low),
            std::max(left.data_high, right.data_high), RangeSource::this_stage};
}

namespace {

/// Calls `join` for groups of items with comparable ranges, the largest first. A range that is so much smaller that its
/// numbers would have almost no colour stays out of the group, unless its numbers are only rounding errors.
template <class Item, class RangeOf, class Join>
void join_comparable(std::vector<Item*> items, const RangeOf& range_of, const Join& join) {
    constexpr float most_times = 4;
    constexpr float rounding = 1e-5F;
    const auto reach = [&](const Item* item) {
        const Range& range = range_of(*item);
        return std::max(std::abs(range.data_low), std::abs(range.data_high));
    };
    std::ranges::stable_sort(items, std::greater(), reach);
    while (!items.empty()) {
        const float largest = reach(items.front());
        const auto beyond = std::ranges::find_if(items, [&](const Item* item) {
            return reach(item) > rounding * largest && reach(item) * most_times < largest;
        });
        join(std::span(items.begin(), beyond));
        items.erase(items.begin(), beyond);
    }
}

void share_one_range(std::span<HeatmapOptions* const> maps) {
    Range all = maps.front()->range;
    for (const HeatmapOptions* const map : maps)
        all = joined(all, map->range);
    for (HeatmapOptions* const map : maps) {
        if (map->range.source == RangeSource::this_matrix && maps.size() > 1)
            map->bar_caption = "these matrices";
        all.source = map->range.source;
        map->range = all;
    }
}

} // namespace

void join_comparable(std::span<Range* const> ranges) {
    std::vector<Range*> joinable;
    std::ranges::copy_if(ranges, std::back_inserter(joinable),
                         [](const Range* range) { return range->source != RangeSource::fixed; });
    join_comparable(joinable, std::identity(), [](std::span<Range* const> together) {
        Range all = *together.front();
        for (const Range* const range : together)
            all = joined(all, *range);
        for (Range* const range : together)
            *range = all;
    });
}

void share_colours(std::span<HeatmapOptions* const> maps, Sharing sharing) {
    std::vector<HeatmapOptions*> left;
    std::ranges::copy_if(maps, std::back_inserter(left),
                         [](const HeatmapOptions* map) { return map->range.source != RangeSource::fixed; });
    while (!left.empty()) {
        const Palette palette = left.front()->palette;
        const auto others = std::stable_partition(left.begin(), left.end(),
                                                  [&](const HeatmapOptions* map) { return map->palette == palette; });
        const std::span alike(left.begin(), others);
        if (sharing == Sharing::all)
            share_one_range(alike);
        else
            join_comparable(std::vector(alike.begin(), alike.end()), std::mem_fn(&HeatmapOptions::range),
                            share_one_range);
        left.erase(left.begin(), others);
    }
}

} // namespace attn
