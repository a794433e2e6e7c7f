#include "core/model/rotary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attn {

namespace {

/// The number of columns that are rotated.
Index turning(const Rotary& rotary, Index d_k) {
    if (rotary.pairs == Rotary::Pairs::off)
        return 0;
    return rotary.dimensions == 0 ? d_k : rotary.dimensions;
}

struct PlaceInPair {
    Index pair = 0;
    bool second = false;
};

PlaceInPair place_in_pair(const Rotary& rotary, Index count, Index column) {
    if (rotary.pairs == Rotary::Pairs::neighbours)
        return {column / 2, column % 2 == 1};
    return {column % (count / 2), column >= count / 2};
}

/// The number of pairs, possibly fractional, that turn at least `turns` times within the texts of the first training.
/// (Peng et al. 2023, section 3.2)
double pairs_with(const Rotary& rotary, Index count, float turns) {
    const double wavelength = static_cast<double>(rotary.length) / static_cast<double>(turns);
    return static_cast<double>(count) * std::log(wavelength / (2 * std::numbers::pi)) /
           (2 * std::log(static_cast<double>(rotary.base)));
}

/// The part of a pair's angle, from 0 to 1, that is divided by the scaling's factor.
double scaled_part(const Rotary& rotary, Index count, Index pair, double frequency) {
    switch (rotary.scaling) {
    case Rotary::Scaling::none:
        break;
    case Rotary::Scaling::linear:
        return 1;
    case Rotary::Scaling::llama3: {
        const double turns = static_cast<double>(rotary.length) * frequency / (2 * std::numbers::pi);
        const auto slow = static_cast<double>(rotary.slow);
        return 1 - std::clamp((turns - slow) / (static_cast<double>(rotary.fast) - slow), 0.0, 1.0);
    }
    case Rotary::Scaling::yarn: {
        const double first = std::max(std::floor(pairs_with(rotary, count, rotary.fast)), 0.0);
        double last = std::min(std::ceil(pairs_with(rotary, count, rotary.slow)), static_cast<double>(count - 1));
        last = last == first ? first + 0.001 : last;
        return std::clamp((static_cast<double>(pair) - first) / (last - first), 0.0, 1.0);
    }
    }
    return 0;
}

/// The frequency of a pair, in radians per position.
double frequency_of(const Rotary& rotary, Index count, Index pair) {
    const double exponent = -2.0 * static_cast<double>(pair) / static_cast<double>(count);
    const double frequency = std::pow(static_cast<double>(rotary.base), exponent);
    const double part = scaled_part(rotary, count, pair, frequency);
    return part == 0 ? frequency : frequency * ((1 - part) + part / static_cast<double>(rotary.factor));
}

Result<void> check_scaling(const Rotary& rotary) {
    if (rotary.scaling == Rotary::Scaling::none)
        return {};
    if (!std::isfinite(rotary.factor) || rotary.factor <= 0)
        return error("the factor of the rotary positions is {}, expected a number above 0", rotary.factor);
    if (rotary.scaling == Rotary::Scaling::linear)
        return {};
    if (!std::isfinite(rotary.length) || rotary.length <= 0)
        return error("the length that the rotary positions were trained on is {}, expected a number above 0",
                     rotary.length);
    if (!(rotary.slow > 0 && rotary.slow < rotary.fast && std::isfinite(rotary.fast)))
        return error("the rotary positions are scaled between {} and {} turns, expected two growing numbers above 0",
                     rotary.slow, rotary.fast);
    if (rotary.scaling == Rotary::Scaling::yarn && rotary.base <= 1)
        return error("the base of the rotary positions is {}, expected a number above 1", rotary.base);
    return {};
}

} // namespace

Result<void> check_rotary(const Rotary& rotary, Index d_k) {
    if (rotary.pairs == Rotary::Pairs::off)
        return {};
    if (!std::isfinite(rotary.base) || rotary.base <= 0)
        return error("the base of the rotary positions is {}, expected a number above 0", rotary.base);
    const Index count = turning(rotary, d_k);
    if (rotary.dimensions < 0 || count > d_k || count % 2 != 0)
        return error("rotary positions turn {} of {} columns, expected an even number of them", count, d_k);
    if (!std::isfinite(rotary.magnitude) || rotary.magnitude == 0)
        return error("the magnitude of the rotary positions is {}, expected a number other than 0", rotary.magnitude);
    return check_scaling(rotary);
}

Index partner_of(const Rotary& rotary, Index d_k, Index column) {
    const Index count = turning(rotary, d_k);
    if (column >= count)
        return column;
    const bool second = place_in_pair(rotary, count, column).second;
    const Index distance = rotary.pairs == Rotary::Pairs::neighbours ? 1 : count / 2;
    return second ? column - distance : column + distance;
}

Turn turn_of(const Rotary& rotary, Index d_k, Index place, Index column) {
    const Index count = turning(rotary, d_k);
    if (column >= count)
        return {column, 0, 1, 0};
    const PlaceInPair at = place_in_pair(rotary, count, column);
    const double frequency = frequency_of(rotary, count, at.pair);
    const double angle = static_cast<double>(place) * frequency;
    const auto magnitude = static_cast<double>(rotary.magnitude);
    return {partner_of(rotary, d_k, column), frequency, magnitude * std::cos(angle),
            magnitude * (at.second ? std::sin(angle) : -std::sin(angle))};
}

void rotate(const Rotary& rotary, ConstView rows, View result) {
    const auto magnitude = static_cast<double>(rotary.magnitude);
    for (Index c = 0; c < rows.columns; ++c) {
        const Turn first = turn_of(rotary, rows.columns, 0, c);
        const Index partner = first.partner;
        if (partner < c) // was rotated together with its partner
            continue;
        for (Index i = 0; i < rows.rows; ++i) {
            if (partner == c) {
                result(i, c) = rows(i, c);
                continue;
            }
            const double angle = static_cast<double>(i) * first.frequency;
            const double cosine = magnitude * std::cos(angle);
            const double sine = magnitude * std::sin(angle);
            const auto left = static_cast<double>(rows(i, c));
            const auto right = static_cast<double>(rows(i, partner));
            result(i, c) = static_cast<float>(left * cosine + right * -sine);
            result(i, partner) = static_cast<float>(right * cosine + left * sine);
        }
    }
}

} // namespace attn
