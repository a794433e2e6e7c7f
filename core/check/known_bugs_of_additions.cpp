#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/tensor/eigen.h"

#include <cmath>
#include <utility>

namespace attn {

namespace {

using enum ArrayId;

bool adds_alibi(const Trial& trial) {
    return trial.layer().alibi && trial.correct().has(bias);
}

bool has_cap(const Trial& trial) {
    return trial.layer().soft_cap > 0 && trial.correct().has(scores) && trial.correct().has(capped);
}

bool has_head_norms(const Trial& trial) {
    return trial.layer().head_norm.kind != Norm::Kind::off && trial.correct().has(Q) && trial.correct().has(K);
}

/// The layer that goes on with one stage where it should go on with what is made of it.
Layer with_copied(Layer layer, const Trial& trial, ArrayId from, ArrayId into) {
    return with_given(std::move(layer), trial, into, [&](Index item, Index head) {
        return trial.correct_rows({from, item, head});
    });
}

/// c · tanh(number / c).
Matrix capped_at(double cap, const Matrix& numbers, IndexRange rows) {
    return filled_rows(numbers.shape(), rows,
                       [&](Index i, Index j) { return cap * std::tanh(static_cast<double>(numbers(i, j)) / cap); });
}

} // namespace

void leave_out_alibi(Trial& trial) {
    if (!adds_alibi(trial))
        return;
    trial.attempt(with_given(trial.layer(), trial, bias,
                             [&](Index, Index) { return Matrix::zeros(trial.sizes().S_q, trial.sizes().S_k); }));
}

void flip_sign_of_alibi(Trial& trial) {
    if (!adds_alibi(trial))
        return;
    trial.attempt(with_given(trial.layer(), trial, bias, [&](Index item, Index head) {
        const Matrix right = trial.correct().compute_uncached({bias, item, head});
        return matrix_of(-eigen(right));
    }));
}

void leave_out_cap(Trial& trial) {
    if (!has_cap(trial))
        return;
    trial.attempt(with_copied(trial.layer(), trial, scaled, capped));
}

void cap_before_scaling(Trial& trial) {
    if (!has_cap(trial))
        return;
    const auto cap = static_cast<double>(trial.layer().soft_cap);
    const double factor = score_factor(trial.layer());
    trial.attempt(with_given(trial.layer(), trial, capped, [&](Index item, Index head) {
        const IndexRange rows = trial.rows(capped);
        const Matrix early = capped_at(cap, trial.correct_rows({scores, item, head}), rows);
        return filled_rows(early.shape(), rows,
                           [&](Index i, Index j) { return factor * static_cast<double>(early(i, j)); });
    }));
}

void cap_after_mask(Trial& trial) {
    if (!has_cap(trial) || !trial.correct().has(mask))
        return;
    const auto cap = static_cast<double>(trial.layer().soft_cap);
    trial.attempt(with_given(trial.layer(), trial, masked, [&](Index item, Index head) {
        const Matrix hidden = trial.correct().compute_uncached({mask, item, head});
        const Matrix scores_so_far = trial.correct_rows({scaled, item, head});
        const IndexRange rows = trial.rows(masked);
        const Matrix hidden_too =
            filled_rows(hidden.shape(), rows, [&](Index i, Index j) { return scores_so_far(i, j) + hidden(i, j); });
        return capped_at(cap, hidden_too, rows);
    }));
}

void leave_out_gate(Trial& trial) {
    if (!trial.correct().has(gate) || !trial.correct().has(O))
        return;
    trial.attempt(with_copied(trial.layer(), trial, O, O_gated));
}

void leave_out_head_norms(Trial& trial) {
    if (!has_head_norms(trial))
        return;
    trial.attempt(with_copied(with_copied(trial.layer(), trial, Q, Q_normed), trial, K, K_normed));
}

void leave_out_gain_of_head_norms(Trial& trial) {
    if (!has_head_norms(trial))
        return;
    Layer layer = trial.layer();
    for (HeadWeights& head : layer.heads)
        for (Matrix* const gain : {&head.Q_norm_gain, &head.K_norm_gain})
            if (!gain->empty())
                *gain = filled(1, gain->columns(), [](Index, Index) { return 1.0; });
    trial.attempt(layer);
}

} // namespace attn
