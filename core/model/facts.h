// Facts about quantities within bounds.

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

/// The fact that the quantity is within slack · (1 + |number|) of the number, which is the error of a float32 sum in
/// any order.
inline Fact fact_near(Quantity of, const CellId& cell, double number, double slack = 1e-4) {
    const double off = slack * (1 + std::abs(number));
    return fact_within(of, cell, number - off, number + off);
}

/// The fact that a length has the layer's value.
inline Fact length_fact(const Sizes& sizes, Index Sizes::*length) {
    Fact of_length = fact(Quantity::length, {0, ArrayId{}}, static_cast<double>(sizes.*length));
    of_length.length = length;
    return of_length;
}

} // namespace attn
