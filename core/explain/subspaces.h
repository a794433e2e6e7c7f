#pragma once

#include "core/model/layer.h"

#include <stop_token>

namespace attn {

/// The overlap of the heads' subspaces of X for all pairs of heads: the mean squared cosine of the principal angles
/// between the column spaces of their weights. 1: one lies in the other, 0: at right angles. A head with zero weights
/// has overlap 0, one with weights that are not finite NaN. (Björck and Golub 1973, "Numerical Methods for Computing
/// Angles Between Linear Subspaces", section 2) The result is meaningless if `stop` was requested.
Matrix subspace_overlaps(const Layer& layer, ArrayId weights, const std::stop_token& stop = {}); // H x H

/// The expected overlap of two random heads: subspaces of `width` dimensions in a space of `D`.
float overlap_of_random_heads(Index width, Index D);

} // namespace attn
