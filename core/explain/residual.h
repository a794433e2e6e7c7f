#pragma once

#include "core/engine/trace.h"

namespace attn {

/// One token's row behind the layer: what went past it and what it wrote are added, and what reads the sum next norms
/// it. (Ba et al. 2016, "Layer Normalization", equations 3 and 4, without a learnt gain and bias)
struct ResidualRow {
    Matrix sum;    // 1 x D
    Matrix normed; // 1 x D
    double mean = 0;
    double spread = 0; ///< the standard deviation of the D numbers
};

/// What goes past the layer: X, or what a norm makes X of.
ArrayId residual_source(const Trace& trace);
/// Whether Y can be added to it: both have a row for each token.
bool has_residual(const Trace& trace);
ResidualRow residual_row(const Trace& trace, Index item, Index row);

} // namespace attn
