#pragma once

#include <algorithm>
#include <ctime>

namespace attn::test {

/// The processor time that the process has taken, in seconds.
inline double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// The time of the larger work divided by that of the smaller, each the best of three attempts. The ratio is the same
/// on every machine and in every build.
template <class Smaller, class Larger>
double times_as_long(const Smaller& smaller, const Larger& larger) {
    constexpr double clock_tick = 1e-3; // seconds; shorter times cannot be measured
    double least_smaller = 1e9;
    double least_larger = 1e9;
    for (int attempt = 0; attempt < 3; ++attempt) {
        const double begin = processor_seconds();
        smaller();
        const double between = processor_seconds();
        larger();
        least_smaller = std::min(least_smaller, between - begin);
        least_larger = std::min(least_larger, processor_seconds() - between);
    }
    return least_larger / std::max(least_smaller, clock_tick);
}

} // namespace attn::test
