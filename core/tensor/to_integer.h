#pragma once

#include <cmath>
#include <concepts>
#include <limits>

namespace attn {

/// The number without its fraction, as static_cast leaves it. What lies beyond the integers becomes the nearest of
/// them, and NaN becomes 0: of both a cast may make anything. No floating number is cast to an integer elsewhere.
template <std::integral Integer, std::floating_point Number>
constexpr Integer to_integer(Number number) {
    using Limits = std::numeric_limits<Integer>;
    // The first power of two beyond: the largest integer itself may not be a floating number.
    constexpr Integer half = Limits::max() / 2 + 1;
    constexpr Number beyond = 2 * static_cast<Number>(half);
    if (number >= beyond)
        return Limits::max();
    if (number <= static_cast<Number>(Limits::min()))
        return Limits::min();
    return std::isnan(number) ? Integer{0} : static_cast<Integer>(number);
}

/// The nearest integer; half way, the one farther from zero.
template <std::integral Integer, std::floating_point Number>
Integer rounded_to(Number number) {
    return to_integer<Integer>(std::round(number));
}

} // namespace attn
