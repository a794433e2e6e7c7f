#include "core/explain/score_distribution.h"

#include "core/tensor/eigen.h"

#include <cmath>

namespace attn {

namespace {

bool is_hidden(ConstView mask, Index i, Index j) {
    return mask.data != nullptr && mask(i, j) == minus_infinity;
}

struct Moments {
    double mean = 0;
    double deviation = 0;
};

Moments moments(const std::vector<ScoreDistribution::Score>& scores, float ScoreDistribution::Score::*value) {
    if (scores.empty())
        return {};
    Eigen::ArrayXd values(std::ssize(scores));
    for (Index n = 0; n < values.size(); ++n)
        values[n] = static_cast<double>(scores[static_cast<std::size_t>(n)].*value);
    const double mean = values.mean();
    return {mean, std::sqrt((values - mean).square().mean())};
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
    Eigen::ArrayXd seen = eigen(scores).row(row).cast<double>();
    if (mask.data != nullptr)
        seen += eigen(mask).row(row).cast<double>().array().transpose();
    const double largest = seen.maxCoeff<Eigen::PropagateNumbers>();
    return std::isfinite(largest) ? 1 / (seen - largest).exp().sum() : 0;
}

} // namespace attn
