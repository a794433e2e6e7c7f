#pragma once

#include "core/engine/trace.h"

#include <optional>

namespace attn {

/// A token's row of the residual stream after the layer: the sum of the stream and the layer's output, and the norm of
/// that sum, which the next layer reads. (Ba et al. 2016, "Layer Normalization", equations 3 and 4, without gain and
/// bias)
struct ResidualRow {
    Matrix sum;    // 1 x D
    Matrix normed; // 1 x D
    double mean = 0;
    double spread = 0; ///< standard deviation of the D numbers
};

/// The arrays that are added: `past` bypasses the layer (X, or the stream before the norm), `written` is Y.
struct ResidualArrays {
    ArrayId past{};
    ArrayId written{};
};
/// The arrays of the trace; nullopt if one of them is missing or their shapes differ.
std::optional<ResidualArrays> residual_arrays(const Trace& trace);
/// The residual row of a token; residual_arrays() must not be nullopt.
ResidualRow residual_row(const Trace& trace, Index item, Index row);

} // namespace attn
