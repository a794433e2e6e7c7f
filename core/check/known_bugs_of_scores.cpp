#include "core/check/altered_layer.h"
#include "core/check/known_bugs.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace attn {

namespace {

using enum ArrayId;

void try_scale(Trial& trial, double scale) {
    trial.attempt_changed([&](Layer& layer) { layer.scale = {Scale::Kind::value, static_cast<float>(scale)}; });
}

/// Tries scores divided by √size.
void try_root(Trial& trial, Index size) {
    if (size > 0)
        try_scale(trial, 1 / std::sqrt(static_cast<double>(size)));
}

double width(const Trial& trial) {
    return static_cast<double>(trial.sizes().d_k);
}

void transpose_scores(Trial& trial) {
    if (trial.has(scores) && trial.sizes().S_q == trial.sizes().S_k)
        trial.attempt(with_cells(trial.layer(), trial, scores, [&](Index item, Index head) {
            return [right = trial.correct_matrix(scores, item, head)](Index i, Index j) { return right(j, i); };
        }));
}

/// Tries scores that are the product of the queries and right_factor(keys).
template <class RightFactor>
void try_keys(Trial& trial, const RightFactor& right_factor) {
    const ArrayId queries = trial.correct().recipe(scores).operands[0].array;
    const ArrayId keys = trial.correct().recipe(scores).operands[1].array;
    if (trial.has(queries, keys))
        trial.attempt(with_given(trial.layer(), trial, scores, [&](Index item, Index head) {
            return product_of(trial.correct_matrix(queries, item, head),
                              right_factor(trial.correct_matrix(keys, item, head)), trial.rows(scores));
        }));
}

void leave_K_untransposed(Trial& trial) {
    if (trial.sizes().S_k == trial.sizes().d_k)
        try_keys(trial, [](const Matrix& keys) { return keys; });
}

void reshape_K(Trial& trial) {
    try_keys(trial, [](const Matrix& keys) {
        return filled(keys.columns(), keys.rows(), [&](Index c, Index j) {
            const Index flat = c * keys.rows() + j;
            return keys(flat / keys.columns(), flat % keys.columns());
        });
    });
}

/// The output of token i if it attends to token i of each item instead of the tokens of its own item: softmax(q·k / √d)
/// over the items, times their values. 1 x d_v.
Eigen::RowVectorXd mix_of_items(const Layer& layer, std::span<const float> query, const std::vector<Matrix>& keys,
                                const std::vector<Matrix>& values, Index i) {
    const Eigen::Map<const Eigen::RowVectorXf> asks(query.data(), std::ssize(query));
    Eigen::ArrayXd scored(std::ssize(keys));
    for (std::size_t item = 0; item < keys.size(); ++item)
        scored(static_cast<Index>(item)) =
            score_factor(layer) * asks.cast<double>().dot(eigen(keys[item]).row(i).cast<double>());
    if (const auto cap = static_cast<double>(layer.soft_cap); cap > 0)
        scored = Eigen::ArrayXd(cap * (scored / cap).tanh());
    const Eigen::ArrayXd weights = (scored - scored.maxCoeff()).exp();
    Eigen::RowVectorXd mixed = Eigen::RowVectorXd::Zero(values.front().columns());
    for (std::size_t item = 0; item < values.size(); ++item)
        mixed += weights(static_cast<Index>(item)) * eigen(values[item]).row(i).cast<double>();
    return mixed / weights.sum();
}

void take_items_for_tokens(Trial& trial) {
    const Layer& layer = trial.layer();
    const Trace& correct = trial.correct();
    const ArrayId of_queries = correct.recipe(scores).operands[0].array;
    const ArrayId of_keys = correct.recipe(scores).operands[1].array;
    const ArrayId of_values = correct.recipe(O).operands[1].array;
    if (layer.rotary.pairs != Rotary::Pairs::off || layer.alibi || layer.context ||
        !trial.has(of_queries, of_keys, of_values, O))
        return;
    for (const bool causal : {false, true})
        if (!causal || (trial.sizes().B > 1 && layer.mask.causal))
            trial.attempt(with_given(layer, trial, O, [&](Index item, Index head) {
                std::vector<Matrix> keys;
                std::vector<Matrix> values;
                for (Index other = 0; other < (causal ? item + 1 : trial.sizes().B); ++other) {
                    keys.push_back(trial.correct_matrix(of_keys, other, head));
                    values.push_back(trial.correct_matrix(of_values, other, head));
                }
                const Matrix queries = trial.correct_rows(of_queries, item, head);
                const auto buffer = std::make_shared<Buffer>(shape_of(trial.sizes(), O));
                for (Index i = trial.rows(O).first; i < trial.rows(O).last; ++i)
                    eigen(buffer->view()).row(i) = mix_of_items(layer, queries.row(i), keys, values, i).cast<float>();
                return matrix_of(buffer);
            }));
}

bool has_cap(const Trial& trial) {
    return trial.layer().soft_cap > 0 && trial.has(scores, capped);
}

/// Tries soft-capped scores that are number(score, cap) of the scores in `from`.
template <class Number>
void try_capped(Trial& trial, ArrayId from, const Number& number) {
    const auto cap = static_cast<double>(trial.layer().soft_cap);
    if (has_cap(trial))
        trial.attempt(
            with_numbers(trial.layer(), trial, from, capped, [&](Index, double score) { return number(score, cap); }));
}

void cap_before_scaling(Trial& trial) {
    try_capped(trial, scores, [factor = score_factor(trial.layer())](double score, double cap) {
        return factor * cap * std::tanh(score / cap);
    });
}

void cap_after_mask(Trial& trial) {
    if (!has_cap(trial) || !trial.has(mask))
        return;
    const auto cap = static_cast<double>(trial.layer().soft_cap);
    const bool has_bias = trial.has(bias);
    trial.attempt(with_cells(trial.layer(), trial, masked, [&](Index item, Index head) {
        return [=, hidden = trial.correct_rows(mask, item, head), so_far = trial.correct_rows(scaled, item, head),
                distance = has_bias ? trial.correct_rows(bias, item, head) : Matrix()](Index i, Index j) {
            const float all = so_far(i, j) + hidden(i, j) + (has_bias ? distance(i, j) : 0);
            return cap * std::tanh(static_cast<double>(all) / cap);
        };
    }));
}

/// Tries ALiBi's biases multiplied by factor(head).
template <class Factor>
void try_biases(Trial& trial, const Factor& factor, std::string_view form = {}) {
    if (trial.layer().alibi && trial.has(bias))
        trial.attempt(with_numbers(trial.layer(), trial, bias, bias,
                                   [&](Index head, double right) { return factor(head) * right; }),
                      form);
}

void add_alibi_before_scaling(Trial& trial) {
    if (const double factor = score_factor(trial.layer()); factor != 1)
        try_biases(trial, [=](Index) { return factor; });
}

void take_other_slopes(Trial& trial) {
    if (!trial.layer().alibi || !trial.has(bias) || trial.sizes().S_k < 2)
        return;
    const auto heads = static_cast<double>(trial.sizes().H);
    const auto attempt = [&](std::string_view form, const auto& slope) {
        std::vector<double> factors; // by head: the wrong bias divided by the right one
        for (Index head = 0; head < trial.sizes().H; ++head) {
            const Matrix own = trial.correct().compute_rows_uncached({trial.layer().number, bias, 0, head}, {0, 1});
            factors.push_back(-slope(static_cast<double>(head)) / static_cast<double>(own(0, 1)));
        }
        try_biases(
            trial, [&](Index head) { return factors[static_cast<std::size_t>(head)]; }, form);
    };
    if (!std::has_single_bit(static_cast<std::uint64_t>(trial.sizes().H)))
        attempt("2^(−8h/H) as for a power of two, which this number of heads is not",
                [&](double head) { return std::exp2(-8 * (head + 1) / heads); });
    attempt("heads are counted from 0 instead of 1", [&](double head) { return std::exp2(-8 * head / heads); });
    attempt("2^(−h) whatever the number of heads", [](double head) { return std::exp2(-(head + 1)); });
    attempt("1 for all heads", [](double) { return 1.0; });
}

constexpr std::array bugs_of_scores{
    KnownBug{"scores-transposed", "scores are transposed: K Qᵀ instead of Q Kᵀ", scores, transpose_scores},
    KnownBug{"K-not-transposed", "K is not transposed: Q K instead of Q Kᵀ", scores, leave_K_untransposed},
    KnownBug{"K-reshaped", "K is reshaped to (d, S) instead of transposed", scores, reshape_K},
    KnownBug{
        "batch-first",
        "tokens of different items read each other instead of tokens of one: the axes of batch and tokens are taken "
        "for each other (nn.MultiheadAttention without batch_first=True)",
        O, take_items_for_tokens},
    KnownBug{"no-scale", "scores are not scaled: the factor 1/√d_k is missing", scaled,
             [](Trial& trial) { try_scale(trial, 1); }},
    KnownBug{"divided-by-d_k", "scores are divided by d_k instead of √d_k, or twice by √d_k", scaled,
             [](Trial& trial) { try_scale(trial, 1 / width(trial)); }},
    KnownBug{"divided-by-sqrt-D", "scores are divided by √D, the width of the model, instead of √d_k of a head", scaled,
             [](Trial& trial) { try_root(trial, trial.sizes().D); }},
    KnownBug{"divided-by-sqrt-H", "scores are divided by √H, the number of heads, instead of √d_k of a head", scaled,
             [](Trial& trial) { try_root(trial, trial.sizes().H); }},
    KnownBug{"divided-by-sqrt-S", "scores are divided by √S, the number of tokens, instead of √d_k of a head", scaled,
             [](Trial& trial) { try_root(trial, trial.sizes().S_k); }},
    KnownBug{"multiplied-by-sqrt-d_k", "scores are multiplied by √d_k instead of divided", scaled,
             [](Trial& trial) { try_scale(trial, std::sqrt(width(trial))); }},
    KnownBug{"divided-by-sqrt-d_k", "scores are divided by √d_k, but this layer has another scale", scaled,
             [](Trial& trial) {
                 if (trial.layer().scale.kind != Scale::Kind::inverse_sqrt_d_k)
                     try_root(trial, trial.sizes().d_k);
             }},
    KnownBug{"no-temperature", "the temperature is left out", scaled,
             [](Trial& trial) { trial.attempt_changed([](Layer& layer) { layer.temperature = 1; }); }},
    KnownBug{
        "multiplied-by-temperature", "scores are multiplied by the temperature instead of divided", scaled,
        [](Trial& trial) { trial.attempt_changed([](Layer& layer) { layer.temperature = 1 / layer.temperature; }); }},
    KnownBug{"no-cap", "scores are not capped: c · tanh(s / c) is left out", capped,
             [](Trial& trial) { try_capped(trial, scaled, [](double score, double) { return score; }); }},
    KnownBug{"cap-before-scale", "scores are capped before they are scaled instead of after it", capped,
             cap_before_scaling},
    KnownBug{"cap-not-multiplied", "the cap is not multiplied by c: tanh(s / c) instead of c · tanh(s / c)", capped,
             [](Trial& trial) {
                 try_capped(trial, scaled, [](double score, double cap) { return std::tanh(score / cap); });
             }},
    KnownBug{"cap-clamps", "scores are cut off at the cap instead of bent towards it: c · tanh(s / c)", capped,
             [](Trial& trial) {
                 try_capped(trial, scaled, [](double score, double cap) { return std::clamp(score, -cap, cap); });
             }},
    KnownBug{"cap-after-mask", "scores are capped after the mask is added, so that hidden ones become −c", masked,
             cap_after_mask},
    KnownBug{"no-alibi", "the bias by distance (ALiBi) is not added to the scores", bias,
             [](Trial& trial) { try_biases(trial, [](Index) { return 0.0; }); }},
    KnownBug{"alibi-sign", "the bias by distance (ALiBi) has the wrong sign: it favours what is far", bias,
             [](Trial& trial) { try_biases(trial, [](Index) { return -1.0; }); }},
    KnownBug{"alibi-twice", "the bias by distance (ALiBi) is added twice", bias,
             [](Trial& trial) { try_biases(trial, [](Index) { return 2.0; }); }},
    KnownBug{"alibi-before-scale", "the bias by distance (ALiBi) is added before scaling, and scaled with the scores",
             bias, add_alibi_before_scaling},
    KnownBug{"alibi-slopes", "the bias by distance (ALiBi) has other slopes", bias, take_other_slopes}};

} // namespace

std::span<const KnownBug> known_bugs_of_scores() {
    return bugs_of_scores;
}

} // namespace attn
