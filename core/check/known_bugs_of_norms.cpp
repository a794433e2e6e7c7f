#include "core/check/altered_layer.h"
#include "core/check/known_bugs.h"
#include "core/model/norm.h"
#include "core/tensor/eigen.h"

#include <array>
#include <span>
#include <string_view>

namespace attn {

namespace {

using enum ArrayId;

bool has_norm_before(const Trial& trial) {
    return has_norm(trial.layer()) && trial.has(resid_pre) && !trial.layer().norm.gain.empty();
}

/// Tries another norm before attention.
template <class Change>
void try_norm(Trial& trial, const Change& change, std::string_view form = {}) {
    if (has_norm_before(trial))
        trial.attempt_changed([&](Layer& layer) { change(layer.norm); }, form);
}

void forget_norm(Trial& trial) {
    if (has_norm_before(trial))
        trial.attempt(with_copied(trial.layer(), trial, resid_pre, X));
}

void norm_twice(Trial& trial) {
    if (has_norm_before(trial))
        trial.attempt(with_twice(trial, resid_pre, X));
}

Matrix ones(Index columns) {
    return filled(1, columns, [](Index, Index) { return 1.0; });
}

Matrix shifted(const Matrix& gain, float by) {
    return matrix_of((eigen(gain).array() + by).matrix());
}

void leave_out_gain_of_norm(Trial& trial) {
    const bool has_bias = !trial.layer().norm.bias.empty();
    for (const bool drops_bias : {false, true})
        if (!drops_bias || has_bias)
            try_norm(
                trial,
                [=](Norm& norm) {
                    norm.gain = ones(norm.gain.columns());
                    norm.bias = drops_bias ? Matrix() : norm.bias;
                },
                !has_bias    ? ""
                : drops_bias ? "the gain and the bias"
                             : "the gain alone, not the bias");
}

void take_other_norm(Trial& trial) {
    for (const bool drops_bias : {false, true})
        if (!drops_bias || !trial.layer().norm.bias.empty())
            try_norm(trial, [&](Norm& norm) {
                norm.kind = norm.kind == Norm::Kind::layer ? Norm::Kind::rms : Norm::Kind::layer;
                norm.bias = drops_bias ? Matrix() : norm.bias;
            });
}

void take_other_epsilon(Trial& trial) {
    // In order: PyTorch, GPT-2 and Llama 2; Llama 1 and Qwen; the epsilon of float32; another common value; BERT; none.
    for (const float epsilon : {1e-5F, 1e-6F, 1.1920929e-7F, 1e-8F, 1e-12F, 0.0F})
        if (epsilon != trial.layer().norm.epsilon)
            try_norm(trial, [=](Norm& norm) { norm.epsilon = epsilon; });
}

void shift_gain_by_one(Trial& trial) {
    for (const float by : {1.0F, -1.0F})
        try_norm(trial, [=](Norm& norm) { norm.gain = shifted(norm.gain, by); });
}

// Bugs of QK-norm, the norms of queries and keys.

bool has_head_norms(const Trial& trial) {
    return trial.layer().head_norm.kind != Norm::Kind::off && trial.has(Q, K);
}

/// Tries with(from, into), a layer with another norm, for queries and keys, queries alone and keys alone.
template <class With>
void try_norms(Trial& trial, const With& with) {
    if (has_head_norms(trial))
        try_sides(trial, Q_normed, K_normed, [&](ArrayId into) { return with(into == Q_normed ? Q : K, into); });
}

void leave_out_head_norms(Trial& trial) {
    try_norms(trial, [&](ArrayId from, ArrayId into) { return with_copied(trial.layer(), trial, from, into); });
}

void norm_heads_twice(Trial& trial) {
    try_norms(trial, [&](ArrayId from, ArrayId into) { return with_twice(trial, from, into); });
}

void norm_all_heads_together(Trial& trial) {
    if (has_head_norms(trial))
        trial.attempt_changed([](Layer& layer) { layer.head_norm.across_heads = !layer.head_norm.across_heads; },
                              trial.layer().head_norm.across_heads ? "over each head instead of all"
                                                                   : "over all heads instead of each");
}

void leave_out_norm_of_values(Trial& trial) {
    if (trial.layer().V_norm.kind != Norm::Kind::off && trial.has(V, V_normed))
        trial.attempt(with_copied(trial.layer(), trial, V, V_normed));
}

/// Tries other(gain) as the gain of QK-norm, for queries and keys.
template <class Gain>
void try_gains(Trial& trial, const Gain& other) {
    if (has_head_norms(trial))
        trial.attempt_changed([&](Layer& layer) {
            for (HeadWeights& head : layer.heads)
                for (Matrix* const gain : {&head.Q_norm_gain, &head.K_norm_gain})
                    *gain = gain->empty() ? *gain : other(*gain);
        });
}

/// Tries gains that a file stores less 1 but that are used as stored, and the other way round.
void shift_gains_of_head_norms(Trial& trial) {
    for (const float by : {1.0F, -1.0F})
        try_gains(trial, [=](const Matrix& gain) { return shifted(gain, by); });
}

void swap_gains_of_head_norms(Trial& trial) {
    const std::vector<HeadWeights>& right = trial.layer().heads;
    if (!has_head_norms(trial) || right.front().Q_norm_gain.empty() || right.front().K_norm_gain.empty())
        return;
    trial.attempt_changed([&](Layer& layer) {
        for (std::size_t h = 0; h < right.size(); ++h) {
            const auto first = h - h % static_cast<std::size_t>(trial.sizes().queries_per_kv);
            layer.heads[h].Q_norm_gain = right[first].K_norm_gain;
            layer.heads[first].K_norm_gain = right[first].Q_norm_gain;
        }
    });
}

constexpr std::array bugs_of_norms{
    KnownBug{"no-norm", "the norm before the layer is forgotten: X is what enters it", X, forget_norm},
    KnownBug{"norm-twice", "the norm before the layer is applied twice", X, norm_twice},
    KnownBug{"no-gain-of-norm", "the gain of the norm before the layer is left out", X, leave_out_gain_of_norm},
    KnownBug{"other-norm", "LayerNorm and RMSNorm are taken for each other", X, take_other_norm},
    KnownBug{"epsilon", "the norm has another epsilon (1e-5 is GPT-2's and Llama 2's, 1e-6 Llama 1's, 1e-12 BERT's)", X,
             take_other_epsilon},
    KnownBug{"gain-from-one", "the norm multiplies by its gain where 1 is added to it before, or the other way round",
             X, shift_gain_by_one},
    KnownBug{"gains-of-heads-swapped", "the gains of the norms of queries and of keys are swapped", Q_normed,
             swap_gains_of_head_norms},
    KnownBug{
        "gain-from-one-of-heads",
        "the norm of queries and keys multiplies by its gain where 1 is added to it before, or the other way round",
        Q_normed, shift_gains_of_head_norms},
    KnownBug{"no-norm-of-heads", "the norm of queries and keys is left out", Q_normed, leave_out_head_norms},
    KnownBug{"no-gain-of-heads", "the gain of the norm of queries and keys is left out", Q_normed,
             [](Trial& trial) { try_gains(trial, [](const Matrix& gain) { return ones(gain.columns()); }); }},
    KnownBug{"norm-of-heads-twice", "the norm of queries and keys is applied twice", Q_normed, norm_heads_twice},
    KnownBug{"norm-of-all-heads", "the norm of queries and keys runs over other columns", Q_normed,
             norm_all_heads_together},
    KnownBug{"no-norm-of-values", "the norm of values is left out", V_normed, leave_out_norm_of_values}};

} // namespace

std::span<const KnownBug> known_bugs_of_norms() {
    return bugs_of_norms;
}

} // namespace attn
