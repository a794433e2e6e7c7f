// Facts of which a quantity lies within bounds.

#pragma once

#include "core/model/claim.h"

#include <cmath>

namespace attn {

inline Fact fact_within(Quantity of, const CellId& cell, double least, double most) {
    Fact within = fact(of, cell, least);
    within.at_most = most;
    return within;
}

inline Fact fact_at_least(Quantity of, const CellId& cell, double least) {
    return fact_within(of, cell, least, std::numeric_limits<double>::infinity());
}

inline Fact fact_at_most(Quantity of, const CellId& cell, double most) {
    return fact_within(of, cell, -std::numeric_limits<double>::infinity(), most);
}

/// As near to the number as sums of float32 are, whatever the order of adding.
inline Fact fact_near(Quantity of, const CellId& cell, double number, double slack = 1e-4) {
    const double off = slack * (1 + std::abs(number));
    return fact_within(of, cell, number - off, number + off);
}

/// A length of the layer.
inline Fact length_fact(const Sizes& sizes, Index Sizes::*length) {
    Fact of_length = fact(Quantity::length, {}, static_cast<double>(sizes.*length));
    of_length.length = length;
    return of_length;
}

} // namespace attn
