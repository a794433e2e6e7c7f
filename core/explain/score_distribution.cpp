#include "core/explain/score_distribution.h"

#include "core/tensor/eigen.h"

#include <cmath>

namespace attn {

namespace {

bool is_hidden(const Matrix& mask, Index i, Index j) {
    return !mask.empty() && mask(i, j) == minus_infinity;
}

/// Calls `visit(row, column)` for each score that is not masked and is finite before and after.
template <class Visit>
void for_each_score(const Matrix& before, const Matrix& after, const Matrix& mask, const Visit& visit) {
    for (Index i = 0; i < before.rows(); ++i)
        for (Index j = 0; j < before.columns(); ++j)
            if (!is_hidden(mask, i, j) && std::isfinite(before(i, j)) && std::isfinite(after(i, j)))
                visit(i, j);
}

} // namespace

ScoreDistribution score_distribution(const Trace& trace, Index item, Index head) {
    const Matrix before = trace.array(ArrayId::scores, item, head);
    const Matrix after = trace.array(ArrayId::scaled, item, head);
    const Matrix mask = trace.has(ArrayId::mask) ? trace.array(ArrayId::mask, item, head) : Matrix();
    ScoreDistribution spread;
    for_each_score(before, after, mask, [&](Index i, Index j) {
        ++spread.count;
        spread.mean_before += static_cast<double>(before(i, j));
        spread.mean_after += static_cast<double>(after(i, j));
    });
    if (spread.count == 0)
        return spread;
    const auto count = static_cast<double>(spread.count);
    spread.mean_before /= count;
    spread.mean_after /= count;
    spread.step = (spread.count + listed_scores_limit - 1) / listed_scores_limit;
    Index n = 0;
    for_each_score(before, after, mask, [&](Index i, Index j) {
        spread.deviation_before += std::pow(static_cast<double>(before(i, j)) - spread.mean_before, 2);
        spread.deviation_after += std::pow(static_cast<double>(after(i, j)) - spread.mean_after, 2);
        if (n++ % spread.step == 0)
            spread.scores.push_back({i, j, before(i, j), after(i, j)});
    });
    spread.deviation_before = std::sqrt(spread.deviation_before / count);
    spread.deviation_after = std::sqrt(spread.deviation_after / count);
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
