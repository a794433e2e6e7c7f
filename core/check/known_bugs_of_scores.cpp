#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/model/arrays.h"
#include "core/tensor/eigen.h"

#include <cmath>
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

namespace {

/// What a token reads of the tokens at its own place in the first so many items: their values, shared out by softmax.
class MixOfItems {
public:
    MixOfItems(const Trial& trial, Index head, Index items)
        : query_(trial.correct().recipe(ArrayId::scores).operands[0].array), factor_(score_factor(trial.layer())),
          cap_(static_cast<double>(trial.layer().soft_cap)) {
        const ArrayId keys = trial.correct().recipe(ArrayId::scores).operands[1].array;
        const ArrayId values = trial.correct().recipe(ArrayId::O).operands[1].array;
        for (Index item = 0; item < items; ++item) {
            keys_.push_back(trial.correct().compute_uncached({keys, item, head}));
            values_.push_back(trial.correct().compute_uncached({values, item, head}));
        }
    }

    ArrayId queries() const { return query_; }

    /// Of row i, whose query is `query`.
    Eigen::RowVectorXd at(const Matrix& queries, Index i) const {
        Eigen::VectorXd scores(std::ssize(keys_));
        for (std::size_t item = 0; item < keys_.size(); ++item)
            scores(static_cast<Index>(item)) =
                factor_ * eigen(queries).row(i).cast<double>().dot(eigen(keys_[item]).row(i).cast<double>());
        if (cap_ > 0)
            scores = Eigen::VectorXd(cap_ * (scores.array() / cap_).tanh());
        const Eigen::VectorXd weights = (scores.array() - scores.maxCoeff()).exp();
        Eigen::RowVectorXd mixed = Eigen::RowVectorXd::Zero(values_.front().columns());
        for (std::size_t item = 0; item < values_.size(); ++item)
            mixed += weights(static_cast<Index>(item)) * eigen(values_[item]).row(i).cast<double>();
        return mixed / weights.sum();
    }

private:
    ArrayId query_;
    double factor_;
    double cap_;
    std::vector<Matrix> keys_;
    std::vector<Matrix> values_;
};

bool may_take_items_for_tokens(const Trial& trial) {
    const Trace& correct = trial.correct();
    const auto has = [&](ArrayId stage) { return correct.has(stage); };
    const auto& scored = correct.recipe(ArrayId::scores).operands;
    const bool knows_places = trial.layer().rotary.pairs != Rotary::Pairs::off || trial.layer().alibi;
    return !knows_places && !trial.layer().context && has(scored[0].array) && has(scored[1].array) &&
           has(correct.recipe(ArrayId::O).operands[1].array) && has(ArrayId::O);
}

} // namespace

void take_items_for_tokens(Trial& trial) {
    if (!may_take_items_for_tokens(trial))
        return;
    const IndexRange rows = trial.rows(ArrayId::O);
    const auto attempt = [&](bool causal) {
        trial.attempt(with_given(trial.layer(), trial, ArrayId::O, [&](Index item, Index head) {
            const MixOfItems mix(trial, head, causal ? item + 1 : trial.sizes().B);
            const Matrix queries = trial.correct_rows({mix.queries(), item, head});
            const auto buffer = std::make_shared<Buffer>(shape_of(trial.sizes(), ArrayId::O));
            for (Index i = rows.first; i < rows.last; ++i) {
                const Eigen::RowVectorXd mixed = mix.at(queries, i);
                for (Index c = 0; c < mixed.cols(); ++c)
                    buffer->view()(i, c) = static_cast<float>(mixed(c));
            }
            return matrix_of(buffer);
        }));
    };
    attempt(false);
    if (trial.sizes().B > 1 && trial.layer().mask.causal)
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
