#include "core/figure/least_length.h"

#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

/// A length that is enough: `tenths`, or what is needed with `tenths`, or what is needed with that, and so on.
Index enough_from(Index tenths, const NeededIn& needed_in) {
    constexpr int most_tries = 40;
    for (int tries = 0; tries < most_tries; ++tries) {
        const std::optional<Index> needed = needed_in(tenths);
        if (!needed)
            break;
        tenths = std::max(tenths + 1, *needed);
    }
    return tenths;
}

} // namespace

float least_length(float too_short, const NeededIn& needed_in) {
    auto low = to_integer<Index>(std::floor(too_short * 10));
    Index high = enough_from(low + 1, needed_in);
    // `needed_in` mostly returns the exact length, so the search begins just below it and takes ever longer steps.
    for (Index step = 1; high - low > 1; step *= 2) {
        const Index less = std::max(low + 1, high - step);
        if (needed_in(less)) {
            low = less;
            break;
        }
        high = less;
    }
    while (high - low > 1) {
        const Index middle = (low + high) / 2;
        (needed_in(middle) ? low : high) = middle;
    }
    return static_cast<float>(high) / 10;
}

} // namespace attn
