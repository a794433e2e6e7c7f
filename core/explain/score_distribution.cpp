#include "core/explain/score_distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {

namespace {

bool is_hidden(ConstView mask, Index i, Index j) {
    return mask.data != nullptr && mask(i, j) == -std::numeric_limits<float>::infinity();
}

struct Moments {
    double mean = 0;
    double deviation = 0;
};

Moments moments(const std::vector<ScoreDistribution::Score>& scores, float ScoreDistribution::Score::*value) {
    if (scores.empty())
        return {};
    const auto count = static_cast<double>(scores.size());
    double sum = 0;
    for (const ScoreDistribution::Score& score : scores)
        sum += static_cast<double>(score.*value);
    const double mean = sum / count;
    double squares = 0;
    for (const ScoreDistribution::Score& score : scores) {
        const double away = static_cast<double>(score.*value) - mean;
        squares += away * away;
    }
    return {mean, std::sqrt(squares / count)};
}

} // namespace

ScoreDistribution score_distribution(const Trace& trace, Index item, Index head) {
    const Matrix before = trace.matrix({ArrayId::scores, item, head});
    const Matrix after = trace.matrix({ArrayId::scaled, item, head});
    const Matrix mask = trace.has(ArrayId::mask) ? trace.matrix({ArrayId::mask, item, head}) : Matrix();
    ScoreDistribution spread;
    for (Index i = 0; i < before.rows(); ++i)
        for (Index j = 0; j < before.columns(); ++j)
            if (!is_hidden(mask, i, j) && std::isfinite(before(i, j)) && std::isfinite(after(i, j)))
                spread.scores.push_back({i, j, before(i, j), after(i, j)});
    const Moments first = moments(spread.scores, &ScoreDistribution::Score::before);
    const Moments then = moments(spread.scores, &ScoreDistribution::Score::after);
    spread.mean_before = first.mean;
    spread.mean_after = then.mean;
    spread.deviation_before = first.deviation;
    spread.deviation_after = then.deviation;
    return spread;
}

double largest_share(ConstView scores, ConstView mask, Index row) {
    auto largest = -std::numeric_limits<double>::infinity();
    const auto score = [&](Index j) {
        return static_cast<double>(scores(row, j)) + (mask.data == nullptr ? 0 : static_cast<double>(mask(row, j)));
    };
    for (Index j = 0; j < scores.columns; ++j)
        largest = std::max(largest, score(j));
    if (!std::isfinite(largest))
        return 0;
    double sum = 0;
    for (Index j = 0; j < scores.columns; ++j)
        sum += std::exp(score(j) - largest);
    return 1 / sum;
}

} // namespace attn
