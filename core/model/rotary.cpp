#include "core/model/rotary.h"

#include <cmath>

namespace attn {

namespace {

/// How many columns turn.
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

} // namespace

Result<void> check_rotary(const Rotary& rotary, Index d_k) {
    if (rotary.pairs == Rotary::Pairs::off)
        return {};
    if (!std::isfinite(rotary.base) || rotary.base <= 0)
        return error("the base of the rotary positions is {}, expected a number above 0", rotary.base);
    const Index count = turning(rotary, d_k);
    if (rotary.dimensions < 0 || count > d_k || count % 2 != 0)
        return error("rotary positions turn {} of {} columns, expected an even number of them", count, d_k);
    return {};
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
    const double exponent = -2.0 * static_cast<double>(at.pair) / static_cast<double>(count);
    const double frequency = std::pow(static_cast<double>(rotary.base), exponent);
    const double angle = static_cast<double>(place) * frequency;
    return {partner_of(rotary, d_k, column), frequency, std::cos(angle),
            at.second ? std::sin(angle) : -std::sin(angle)};
}

void rotate(const Rotary& rotary, ConstView rows, View result) {
    for (Index c = 0; c < rows.columns; ++c)
        for (Index i = 0; i < rows.rows; ++i) {
            const Turn turn = turn_of(rotary, rows.columns, i, c);
            result(i, c) = turn.partner == c
                               ? rows(i, c)
                               : static_cast<float>(static_cast<double>(rows(i, c)) * turn.cosine +
                                                    static_cast<double>(rows(i, turn.partner)) * turn.sine);
        }
}

} // namespace attn
