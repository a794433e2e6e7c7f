#pragma once

#include "core/model/layer.h"

#include <stop_token>

namespace attn {

/// The overlap of the subspaces of X that heads read, for all pairs of heads: the mean squared cosine of the principal
/// angles between the column spaces of their weights. 1: one contains the other; 0: they are orthogonal. Heads with
/// zero weights have overlap 0, those with infinite or NaN weights have NaN. (Björck and Golub 1973, "Numerical Methods
/// for Computing Angles Between Linear Subspaces", section 2) After a stop the result is meaningless.
Matrix subspace_overlaps(const Layer& layer, ArrayId weights, const std::stop_token& stop = {}); // H x H

/// The expected overlap of random subspaces of `width` dimensions in `D` dimensions.
float overlap_of_random_heads(Index width, Index D);

} // namespace attn
