#pragma once

#include <cmath>
#include <concepts>
#include <limits>

namespace attn {

/// Returns the number without its fraction. Numbers outside the integers' range become the nearest integer, and NaN
/// becomes 0: static_cast is undefined for both. Every cast from a floating-point number to an integer uses this
/// function.
template <std::integral Integer, std::floating_point Number>
constexpr Integer to_integer(Number number) {
    using Limits = std::numeric_limits<Integer>;
    // The first power of two beyond the largest integer, which itself may not be exact in Number.
    constexpr Integer half = Limits::max() / 2 + 1;
    constexpr Number beyond = 2 * static_cast<Number>(half);
    if (number >= beyond)
        return Limits::max();
    if (number <= static_cast<Number>(Limits::min()))
        return Limits::min();
    return std::isnan(number) ? Integer{0} : static_cast<Integer>(number);
}

/// Returns the nearest integer; halves are rounded away from zero.
template <std::integral Integer, std::floating_point Number>
Integer rounded_to(Number number) {
    return to_integer<Integer>(std::round(number));
}

} // namespace attn
