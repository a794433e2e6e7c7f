#pragma once

#include "core/engine/trace.h"

#include <vector>

namespace attn {

/// How far the scores of a head lie apart, before and after they are scaled. Only those count that the mask allows and
/// that are finite in both.
struct ScoreDistribution {
    struct Score {
        Index row = 0;
        Index column = 0;
        float before = 0;
        float after = 0;
    };
    std::vector<Score> scores; ///< in reading order; of very many every `step`-th
    Index count = 0;           ///< of all that count
    Index step = 1;
    double mean_before = 0;
    double mean_after = 0;
    double deviation_before = 0; ///< σ: the root of the mean square distance from the mean
    double deviation_after = 0;
};
/// The most scores that are listed: more dots than can be told apart.
constexpr Index listed_scores_limit = Index{1} << 18;

ScoreDistribution score_distribution(const Trace& trace, Index item, Index head);

/// The largest share that softmax would give in a row of these scores, −∞ where the mask forbids; 0 where it forbids
/// all. `scores` has the row in which `mask` hides keys; it may be empty.
double largest_share(ConstView scores, ConstView mask, Index row);

} // namespace attn
