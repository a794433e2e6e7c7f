#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace attn {

namespace {

void try_scale(Trial& trial, double scale) {
    Layer layer = trial.layer();
    layer.scale = {Scale::Kind::value, static_cast<float>(scale)};
    trial.attempt(layer);
}

double width(const Trial& trial) {
    return static_cast<double>(trial.sizes().d_k);
}

bool has_default_scale(const Trial& trial) {
    return trial.layer().scale.kind == Scale::Kind::inverse_sqrt_d_k;
}

} // namespace

void transpose_scores(Trial& trial) {
    const Trace& correct = trial.correct();
    if (correct.has(ArrayId::scores) && trial.sizes().S_q == trial.sizes().S_k)
        trial.attempt(with_given(trial.layer(), trial, ArrayId::scores, [&](Index item, Index head) {
            const Matrix scores = correct.compute_uncached({ArrayId::scores, item, head});
            return filled_rows(scores.shape(), trial.rows(ArrayId::scores),
                               [&](Index i, Index j) { return scores(j, i); });
        }));
}

void leave_K_untransposed(Trial& trial) {
    const Trace& correct = trial.correct();
    const ArrayId queries = correct.recipe(ArrayId::scores).operands[0].array;
    const ArrayId keys = correct.recipe(ArrayId::scores).operands[1].array;
    if (!correct.has(queries) || !correct.has(keys) || trial.sizes().S_k != trial.sizes().d_k)
        return;
    trial.attempt(with_given(trial.layer(), trial, ArrayId::scores, [&](Index item, Index head) {
        return product_of(correct.compute_uncached({queries, item, head}), correct.compute_uncached({keys, item, head}),
                          trial.rows(ArrayId::scores));
    }));
}

void reshape_K(Trial& trial) {
    const Trace& correct = trial.correct();
    const ArrayId queries = correct.recipe(ArrayId::scores).operands[0].array;
    const ArrayId keys = correct.recipe(ArrayId::scores).operands[1].array;
    if (!correct.has(queries) || !correct.has(keys))
        return;
    trial.attempt(with_given(trial.layer(), trial, ArrayId::scores, [&](Index item, Index head) {
        const Matrix right = correct.compute_uncached({keys, item, head});
        const Matrix reshaped = filled(right.columns(), right.rows(), [&](Index c, Index j) {
            const Index flat = c * right.rows() + j;
            return right(flat / right.columns(), flat % right.columns());
        });
        return product_of(correct.compute_uncached({queries, item, head}), reshaped, trial.rows(ArrayId::scores));
    }));
}

void take_items_for_tokens(Trial& trial) {
    const Trace& correct = trial.correct();
    const Sizes& sizes = trial.sizes();
    const Layer& layer = trial.layer();
    const bool knows_places = layer.rotary.pairs != Rotary::Pairs::off || layer.alibi;
    const ArrayId queries = correct.recipe(ArrayId::scores).operands[0].array;
    const ArrayId keys = correct.recipe(ArrayId::scores).operands[1].array;
    const ArrayId values = correct.recipe(ArrayId::O).operands[1].array;
    if (knows_places || layer.context || !correct.has(queries) || !correct.has(keys) || !correct.has(values) ||
        !correct.has(ArrayId::O))
        return;
    const double factor = score_factor(layer);
    const auto cap = static_cast<double>(layer.soft_cap);
    const IndexRange rows = trial.rows(ArrayId::O);
    const auto attempt = [&](bool causal) {
        trial.attempt(with_given(layer, trial, ArrayId::O, [&](Index item, Index head) {
            std::vector<double> shares(static_cast<std::size_t>(causal ? item + 1 : sizes.B));
            const Matrix query = trial.correct_rows({queries, item, head});
            std::vector<Matrix> key;
            std::vector<Matrix> value;
            for (Index other = 0; other < std::ssize(shares); ++other) {
                key.push_back(correct.compute_uncached({keys, other, head}));
                value.push_back(correct.compute_uncached({values, other, head}));
            }
            std::vector<double> mixed(static_cast<std::size_t>(sizes.d_v));
            const auto buffer = std::make_shared<Buffer>(Shape{sizes.S_q, sizes.d_v});
            for (Index i = rows.first; i < rows.last; ++i) {
                double largest = -std::numeric_limits<double>::infinity();
                for (std::size_t other = 0; other < shares.size(); ++other) {
                    double score = 0;
                    for (Index c = 0; c < sizes.d_k; ++c)
                        score += static_cast<double>(query(i, c)) * static_cast<double>(key[other](i, c));
                    shares[other] = cap > 0 ? cap * std::tanh(score * factor / cap) : score * factor;
                    largest = std::max(largest, shares[other]);
                }
                double sum = 0;
                std::ranges::fill(mixed, 0);
                for (std::size_t other = 0; other < shares.size(); ++other) {
                    const double weight = std::exp(shares[other] - largest);
                    sum += weight;
                    for (Index c = 0; c < sizes.d_v; ++c)
                        mixed[static_cast<std::size_t>(c)] += weight * static_cast<double>(value[other](i, c));
                }
                for (Index c = 0; c < sizes.d_v; ++c)
                    buffer->view()(i, c) = static_cast<float>(mixed[static_cast<std::size_t>(c)] / sum);
            }
            return matrix_of(buffer);
        }));
    };
    attempt(false);
    if (sizes.B > 1 && layer.mask.causal)
        attempt(true);
}

void leave_out_scale(Trial& trial) {
    try_scale(trial, 1);
}

void divide_by_d_k(Trial& trial) {
    try_scale(trial, 1 / width(trial));
}

void divide_by_sqrt_D(Trial& trial) {
    if (trial.sizes().D > 0)
        try_scale(trial, 1 / std::sqrt(static_cast<double>(trial.sizes().D)));
}

void divide_by_sqrt_H(Trial& trial) {
    try_scale(trial, 1 / std::sqrt(static_cast<double>(trial.sizes().H)));
}

void divide_by_sqrt_S(Trial& trial) {
    try_scale(trial, 1 / std::sqrt(static_cast<double>(trial.sizes().S_k)));
}

void multiply_by_sqrt_d_k(Trial& trial) {
    try_scale(trial, std::sqrt(width(trial)));
}

void divide_by_sqrt_d_k(Trial& trial) {
    if (!has_default_scale(trial))
        try_scale(trial, 1 / std::sqrt(width(trial)));
}

void leave_out_temperature(Trial& trial) {
    Layer layer = trial.layer();
    layer.temperature = 1;
    trial.attempt(layer);
}

void multiply_by_temperature(Trial& trial) {
    Layer layer = trial.layer();
    layer.temperature = 1 / layer.temperature;
    trial.attempt(layer);
}

} // namespace attn
