#pragma once

#include "core/engine/trace.h"

#include <vector>

namespace attn {

/// The distribution of a head's scores before and after scaling. Scores that are masked, or infinite or NaN in either,
/// do not count.
struct ScoreDistribution {
    struct Score {
        Index row = 0;
        Index column = 0;
        float before = 0;
        float after = 0;
    };
    std::vector<Score> scores; ///< in reading order; every `step`-th if there are very many
    Index count = 0;           ///< number of scores that count
    Index step = 1;
    double mean_before = 0;
    double mean_after = 0;
    double deviation_before = 0; ///< standard deviation of the scores before
    double deviation_after = 0;
};
/// The largest number of listed scores; more dots could not be told apart.
constexpr Index listed_scores_limit = Index{1} << 18;

ScoreDistribution score_distribution(const Trace& trace, Index item, Index head);

/// The largest weight in a softmax of this row of scores, without the keys where `mask` is −∞; 0 if all are. `mask` has
/// the shape of `scores`, or is empty.
double largest_share(ConstView scores, ConstView mask, Index row);

} // namespace attn
