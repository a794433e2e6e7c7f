#pragma once

#include "core/model/arrays.h"

#include <algorithm>
#include <vector>

namespace attn {

/// A fixed range of colours for an array, with all its heads.
struct FixedRange {
    ArrayId array{};
    float low = -1;
    float high = 1;
    bool operator==(const FixedRange&) const = default;
};

/// At most one range for each array.
using FixedRanges = std::vector<FixedRange>;

/// The fixed range of the array; null if its colours follow its numbers.
inline const FixedRange* find_fixed_range(const FixedRanges& ranges, ArrayId array) {
    const auto found = std::ranges::find(ranges, array, &FixedRange::array);
    return found == ranges.end() ? nullptr : &*found;
}

inline void release_range(FixedRanges& ranges, ArrayId array) {
    std::erase_if(ranges, [&](const FixedRange& range) { return range.array == array; });
}

/// Fixes the range of an array; replaces an earlier one.
inline void fix_range(FixedRanges& ranges, const FixedRange& range) {
    release_range(ranges, range.array);
    ranges.push_back(range);
}

} // namespace attn
