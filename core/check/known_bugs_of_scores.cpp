#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"

#include <cmath>

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
    if (!correct.has(ArrayId::Q) || !correct.has(ArrayId::K) || trial.sizes().S_k != trial.sizes().d_k)
        return;
    trial.attempt(with_given(trial.layer(), trial, ArrayId::scores, [&](Index item, Index head) {
        return product_of(correct.compute_uncached({ArrayId::Q, item, head}),
                          correct.compute_uncached({ArrayId::K, item, head}), trial.rows(ArrayId::scores));
    }));
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
