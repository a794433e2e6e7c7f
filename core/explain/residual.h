#pragma once

#include "core/engine/trace.h"

#include <optional>

namespace attn {

/// One token's row behind the layer: what went past it and what it wrote are added, and what reads the sum next norms
/// it. (Ba et al. 2016, "Layer Normalization", equations 3 and 4, without a learnt gain and bias)
struct ResidualRow {
    Matrix sum;    // 1 x D
    Matrix normed; // 1 x D
    double mean = 0;
    double spread = 0; ///< the standard deviation of the D numbers
};

/// What is added: X, or what a norm makes X of, goes past the layer, which writes Y.
struct ResidualArrays {
    ArrayId past{};
    ArrayId written{};
};
/// Nothing where one of them is missing, or they have not one shape.
std::optional<ResidualArrays> residual_arrays(const Trace& trace);
/// Of a layer that has both.
ResidualRow residual_row(const Trace& trace, Index item, Index row);

} // namespace attn
