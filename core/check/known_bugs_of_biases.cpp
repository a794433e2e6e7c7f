#include "core/check/altered_layer.h"
#include "core/check/known_bugs.h"
#include "core/tensor/eigen.h"

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace attn {

namespace {

using enum ArrayId;

/// A projection and the bias that it gets instead of its own; nullopt leaves the bias out.
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

/// Tries a bias of queries or keys that is added after norms and rotary positions instead of before them.
void try_bias_added_last(Trial& trial, const Projection& projection, std::size_t operand, std::string_view form) {
    const ArrayId last = trial.correct().recipe(scores).operands[operand].array;
    if (last == projection.stage || parameter(trial.layer(), projection.bias, 0).empty())
        return;
    const auto without = with_biases(trial, {{projection, std::nullopt}});
    const auto computed = without ? trial.compute(*without, last, trial.rows_of_tokens(last)) : std::nullopt;
    if (!computed)
        return;
    const IndexRange rows = trial.rows_of_tokens(last);
    trial.attempt(
        with_given(
            *without, trial, last,
            [&](Index item, Index head) {
                const Matrix made = computed->compute_rows_uncached({computed->layer().number, last, item, head}, rows);
                const Matrix& added = parameter(trial.layer(), projection.bias, head);
                return filled_rows(made.shape(), rows, [&](Index i, Index c) { return made(i, c) + added(0, c); });
            }),
        form);
}

/// The layer with a stage given: each cell is number(right, bias) of the right number and its column's bias.
template <class Number>
Layer with_sums(Layer layer, const Trial& trial, ArrayId stage, ArrayId bias, const Number& number) {
    return with_cells(std::move(layer), trial, stage, [&](Index item, Index head) {
        return [&number, right = trial.correct_rows(stage, item, head),
                added = parameter(trial.layer(), bias, head)](Index i, Index c) {
            return number(static_cast<double>(right(i, c)), static_cast<double>(added(0, c)));
        };
    });
}

/// Tries queries that are scaled before their bias is added, with scores that are not scaled again.
void try_bias_added_after_scaling(Trial& trial) {
    if (!trial.has(Q) || parameter(trial.layer(), b_Q, 0).empty())
        return;
    const double factor = score_factor(trial.layer());
    Layer unscaled = trial.layer();
    unscaled.scale.kind = Scale::Kind::one;
    unscaled.temperature = 1;
    trial.attempt(with_sums(std::move(unscaled), trial, Q, b_Q,
                            [=](double right, double added) { return factor * (right - added) + added; }),
                  "b_Q is added after queries are scaled");
}

void try_exchanged(Trial& trial, const Projection& left, const Projection& right, std::string_view form) {
    const Matrix& one = parameter(trial.layer(), left.bias, 0);
    if (one.shape() == parameter(trial.layer(), right.bias, 0).shape() && !one.empty())
        try_biases(trial, {{left, right.bias}, {right, left.bias}}, form);
}

/// Changes the layer so that it adds the output's bias `times` times.
void multiply_b_O(Layer& layer, Index times) {
    if (!layer.b_O.empty())
        layer.b_O = matrix_of(eigen(layer.b_O) * static_cast<float>(times));
}

void leave_out_all_biases(Trial& trial) {
    Layer layer = trial.layer();
    int left_out = layer.b_O.empty() ? 0 : 1;
    multiply_b_O(layer, 0);
    for (const Projection& projection : {for_Q, for_K, for_V}) {
        if (parameter(trial.layer(), projection.bias, 0).empty())
            continue;
        auto without = with_projection_of(std::move(layer), trial, projection, projection, std::nullopt);
        if (!without)
            return;
        layer = *std::move(without);
        ++left_out;
    }
    if (left_out > 1)
        trial.attempt(layer);
}

void add_biases_twice(Trial& trial) {
    const Layer& right = trial.layer();
    Layer all = right;
    int doubled = 0;
    for (const auto& [stage, bias, form] :
         {std::tuple{Q, b_Q, "b_Q"}, std::tuple{K, b_K, "b_K"}, std::tuple{V, b_V, "b_V"}}) {
        if (parameter(right, bias, 0).empty() || !trial.has(stage))
            continue;
        const Layer one = with_sums(right, trial, stage, bias, [](double sum, double added) { return sum + added; });
        trial.attempt(one, form);
        all = with_given_of(std::move(all), one, stage);
        ++doubled;
    }
    multiply_b_O(all, 2);
    if (doubled > 1)
        trial.attempt(all, "all of them");
}

void try_b_O(Trial& trial, Index times) {
    if (!trial.layer().b_O.empty())
        trial.attempt_changed([=](Layer& layer) { multiply_b_O(layer, times); });
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
    Layer layer = trial.layer();
    if (layer.b_O.empty() || !trial.has(concat) || shape_of(trial.sizes(), concat).columns != trial.sizes().D)
        return;
    layer.b_O = {};
    trial.attempt(
        with_sums(std::move(layer), trial, concat, b_O, [](double joined, double added) { return joined + added; }));
}

constexpr std::array bugs_of_biases{
    KnownBug{"no-b_Q", "the bias b_Q is not added", Q, [](Trial& trial) { try_without(trial, for_Q); }},
    KnownBug{"no-b_K", "the bias b_K is not added", K, [](Trial& trial) { try_without(trial, for_K); }},
    KnownBug{"no-b_V", "the bias b_V is not added", V, [](Trial& trial) { try_without(trial, for_V); }},
    KnownBug{"no-biases", "no bias is added", Q, leave_out_all_biases},
    KnownBug{"biases-twice", "a bias is added twice", Q, add_biases_twice},
    KnownBug{"bias-elsewhere", "a bias is added in the wrong place", Q, put_biases_elsewhere},
    KnownBug{"b_O-before-W_O", "the bias b_O is added before W_O instead of after it: (C + b_O) W_O", concat,
             add_b_O_before_W_O},
    KnownBug{"no-b_O", "the bias b_O is not added", Y, [](Trial& trial) { try_b_O(trial, 0); }},
    KnownBug{"b_O-twice", "the bias b_O is added twice", Y, [](Trial& trial) { try_b_O(trial, 2); }},
    KnownBug{"b_O-for-each-head", "the bias b_O is added once for each head", Y,
             [](Trial& trial) { try_b_O(trial, trial.sizes().H); }}};

} // namespace

std::span<const KnownBug> known_bugs_of_biases() {
    return bugs_of_biases;
}

} // namespace attn
