#pragma once

#include "core/model/arrays.h"

#include <algorithm>
#include <vector>

namespace attn {

/// The ends that somebody fixed for the colours of an array, in all of its heads.
struct FixedRange {
    ArrayId array{};
    float low = -1;
    float high = 1;
    bool operator==(const FixedRange&) const = default;
};

/// At most one of an array.
using FixedRanges = std::vector<FixedRange>;

/// That of the array; none where its colours follow its numbers.
inline const FixedRange* find_fixed_range(const FixedRanges& ranges, ArrayId array) {
    const auto found = std::ranges::find(ranges, array, &FixedRange::array);
    return found == ranges.end() ? nullptr : &*found;
}

inline void release_range(FixedRanges& ranges, ArrayId array) {
    std::erase_if(ranges, [&](const FixedRange& range) { return range.array == array; });
}

/// In the place of the one that its array had.
inline void fix_range(FixedRanges& ranges, const FixedRange& range) {
    release_range(ranges, range.array);
    ranges.push_back(range);
}

} // namespace attn
