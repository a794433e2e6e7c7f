#pragma once

#include "core/model/layer.h"

#include <stop_token>

namespace attn {

/// How much of one head's subspace of X lies in another's, for all pairs of heads: the mean of the squared cosines of
/// the principal angles between what the columns of their weights span; 1: one lies in the other, 0: at right angles.
/// A head whose weights are zeros spans nothing, and shares nothing; of weights that are not finite it is NaN.
/// (Björck and Golub 1973, "Numerical Methods for Computing Angles Between Linear Subspaces", section 2)
/// Once it is asked to stop, it means nothing.
Matrix subspace_overlaps(const Layer& layer, ArrayId weights, const std::stop_token& stop = {}); // H x H

/// What two heads share on average whose weights are drawn at random: one of `width` columns, in `D` numbers.
float overlap_of_random_heads(Index width, Index D);

} // namespace attn
