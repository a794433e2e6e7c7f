#pragma once

#include "core/engine/trace.h"

#include <vector>

namespace attn {

/// The distribution of a head's scores before and after scaling. Only scores count that are not masked and are finite
/// in both.
struct ScoreDistribution {
    struct Score {
        Index row = 0;
        Index column = 0;
        float before = 0;
        float after = 0;
    };
    std::vector<Score> scores; ///< in reading order; if there are very many, every `step`-th
    Index count = 0;           ///< number of scores that count
    Index step = 1;
    double mean_before = 0;
    double mean_after = 0;
    double deviation_before = 0; ///< σ: root of the mean squared distance from the mean
    double deviation_after = 0;
};
/// The largest number of scores in the list: more dots than can be told apart.
constexpr Index listed_scores_limit = Index{1} << 18;

ScoreDistribution score_distribution(const Trace& trace, Index item, Index head);

/// The largest share in a softmax of this row of scores, −∞ where the mask hides a key; 0 if it hides all. `mask` has
/// the shape of `scores`, or is empty.
double largest_share(ConstView scores, ConstView mask, Index row);

} // namespace attn
