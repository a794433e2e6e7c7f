#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/check/projections.h"
#include "core/tensor/eigen.h"

#include <initializer_list>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace attn {

namespace {

using enum ArrayId;

/// Takes a bias away. False where there is none.
bool remove(Layer& layer, ArrayId bias) {
    bool removed = false;
    for (Index head = 0; head < static_cast<Index>(layer.heads.size()); ++head) {
        Matrix& matrix = parameter(layer, bias, head);
        removed |= !matrix.empty();
        matrix = {};
    }
    return removed;
}

void try_without(Trial& trial, ArrayId bias) {
    Layer layer = trial.layer();
    if (remove(layer, bias))
        trial.attempt(layer);
}

/// The layer in which some projections have the bias named beside them, or none.
struct OtherBias {
    Projection projection = for_Q;
    std::optional<ArrayId> bias;
};
std::optional<Layer> with_biases(const Trial& trial, std::initializer_list<OtherBias> others) {
    std::optional<Layer> layer = trial.layer();
    for (const auto& [projection, bias] : others)
        if (layer)
            layer = with_projection_of(*std::move(layer), trial, projection, projection, bias);
    return layer;
}

void try_biases(Trial& trial, std::initializer_list<OtherBias> others, std::string_view form = {}) {
    if (const auto layer = with_biases(trial, others))
        trial.attempt(*layer, form);
}

void try_without(Trial& trial, const Projection& projection) {
    if (!parameter(trial.layer(), projection.bias, 0).empty())
        try_biases(trial, {{projection, std::nullopt}});
}

/// The last of the stages that queries, or keys, go through before they are multiplied.
ArrayId multiplied_of(const Trace& trace, std::size_t operand) {
    return trace.recipe(scores).operands[operand].array;
}

/// What queries or keys would be in the end if their bias were added there.
void try_bias_added_last(Trial& trial, const Projection& projection, std::size_t operand, std::string_view form) {
    const ArrayId last = multiplied_of(trial.correct(), operand);
    if (last == projection.stage || parameter(trial.layer(), projection.bias, 0).empty())
        return;
    const auto without = with_biases(trial, {{projection, std::nullopt}});
    const auto computed = without ? trial.compute(*without, last, trial.rows_of_tokens(last)) : std::nullopt;
    if (!computed)
        return;
    const IndexRange rows = trial.rows_of_tokens(last);
    trial.attempt(with_given(*without, trial, last,
                             [&](Index item, Index head) {
                                 const Matrix turned = computed->compute_rows_uncached({last, item, head}, rows);
                                 const Matrix& added = parameter(trial.layer(), projection.bias, head);
                                 return filled_rows(turned.shape(), rows,
                                                    [&](Index i, Index c) { return turned(i, c) + added(0, c); });
                             }),
                  form);
}

/// Queries are scaled before their bias is added, and scores then are not.
void try_bias_added_after_scaling(Trial& trial) {
    const ArrayId stage = Q;
    if (!trial.correct().has(stage) || parameter(trial.layer(), b_Q, 0).empty())
        return;
    const double factor = score_factor(trial.layer());
    Layer unscaled = trial.layer();
    unscaled.scale.kind = Scale::Kind::one;
    unscaled.temperature = 1;
    trial.attempt(with_given(std::move(unscaled), trial, stage,
                             [&](Index item, Index head) {
                                 const Matrix right = trial.correct_rows({stage, item, head});
                                 const Matrix& bias = parameter(trial.layer(), b_Q, head);
                                 return filled_rows(right.shape(), trial.rows(stage), [&](Index i, Index c) {
                                     const auto added = static_cast<double>(bias(0, c));
                                     return factor * (static_cast<double>(right(i, c)) - added) + added;
                                 });
                             }),
                  "b_Q is added after queries are scaled");
}

void try_exchanged(Trial& trial, const Projection& left, const Projection& right, std::string_view form) {
    const Matrix& one = parameter(trial.layer(), left.bias, 0);
    if (one.shape() == parameter(trial.layer(), right.bias, 0).shape() && !one.empty())
        try_biases(trial, {{left, right.bias}, {right, left.bias}}, form);
}

} // namespace

void leave_out_b_Q(Trial& trial) {
    try_without(trial, for_Q);
}
void leave_out_b_K(Trial& trial) {
    try_without(trial, for_K);
}
void leave_out_b_V(Trial& trial) {
    try_without(trial, for_V);
}
void leave_out_b_O(Trial& trial) {
    try_without(trial, b_O);
}

void leave_out_all_biases(Trial& trial) {
    Layer layer = trial.layer();
    int removed = remove(layer, b_O) ? 1 : 0;
    for (const Projection& projection : {for_Q, for_K, for_V}) {
        if (parameter(trial.layer(), projection.bias, 0).empty())
            continue;
        auto without = with_projection_of(std::move(layer), trial, projection, projection, std::nullopt);
        if (!without)
            return;
        layer = *std::move(without);
        ++removed;
    }
    if (removed > 1)
        trial.attempt(layer);
}

void add_biases_twice(Trial& trial) {
    const Layer& right = trial.layer();
    Layer all = right;
    int doubled = 0;
    for (const auto& [stage, bias, form] :
         {std::tuple{Q, b_Q, "b_Q"}, std::tuple{K, b_K, "b_K"}, std::tuple{V, b_V, "b_V"}}) {
        if (parameter(right, bias, 0).empty() || !trial.correct().has(stage))
            continue;
        const IndexRange rows = trial.rows(stage);
        Layer one = right;
        one = with_given(std::move(one), trial, stage, [&, stage = stage, bias = bias](Index item, Index head) {
            const Matrix sums = trial.correct_rows({stage, item, head});
            const Matrix& added = parameter(right, bias, head);
            return filled_rows(sums.shape(), rows, [&](Index i, Index c) { return sums(i, c) + added(0, c); });
        });
        trial.attempt(one, form);
        all = with_given_of(std::move(all), one, stage);
        ++doubled;
    }
    if (!right.b_O.empty())
        all.b_O = matrix_of(eigen(right.b_O) * 2.0F);
    if (doubled > 1)
        trial.attempt(all, "all of them");
}

void add_b_O_twice(Trial& trial) {
    Layer layer = trial.layer();
    if (layer.b_O.empty())
        return;
    layer.b_O = matrix_of(eigen(layer.b_O) * 2.0F);
    trial.attempt(layer);
}

void add_b_O_for_each_head(Trial& trial) {
    Layer layer = trial.layer();
    if (layer.b_O.empty())
        return;
    layer.b_O = matrix_of(eigen(layer.b_O) * static_cast<float>(trial.sizes().H));
    trial.attempt(layer);
}

void put_biases_elsewhere(Trial& trial) {
    if (trial.sizes().queries_per_kv == 1) {
        try_exchanged(trial, for_Q, for_K, "b_Q and b_K are exchanged");
        try_exchanged(trial, for_Q, for_V, "b_Q and b_V are exchanged");
    }
    try_exchanged(trial, for_K, for_V, "b_K and b_V are exchanged");
    try_bias_added_last(trial, for_Q, 0, "b_Q is added after the norm or the turning of queries");
    try_bias_added_last(trial, for_K, 1, "b_K is added after the norm or the turning of keys");
    try_bias_added_after_scaling(trial);
}

void add_b_O_before_W_O(Trial& trial) {
    const Trace& correct = trial.correct();
    Layer layer = trial.layer();
    if (layer.b_O.empty() || !correct.has(concat) || shape_of(trial.sizes(), concat).columns != trial.sizes().D)
        return;
    layer.b_O = {};
    trial.attempt(with_given(std::move(layer), trial, concat, [&](Index item, Index) {
        const Matrix joined = trial.correct_rows({concat, item, 0});
        const Matrix& bias = trial.layer().b_O;
        return filled_rows(joined.shape(), trial.rows(concat),
                           [&](Index i, Index k) { return joined(i, k) + bias(0, k); });
    }));
}

} // namespace attn
