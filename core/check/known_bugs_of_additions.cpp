#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

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

/// The layer whose biases by distance are what `number(head, right)` makes of the right ones.
template <class Number>
Layer with_biases(const Trial& trial, const Number& number) {
    const IndexRange rows = trial.rows(bias);
    return with_given(trial.layer(), trial, bias, [&](Index item, Index head) {
        const Matrix right = trial.correct_rows({bias, item, head});
        return filled_rows(right.shape(), rows, [&](Index i, Index j) { return number(head, right(i, j)); });
    });
}

/// The layer that goes on with one stage where it should go on with what is made of it.
Layer with_copied(Layer layer, const Trial& trial, ArrayId from, ArrayId into) {
    return with_given(std::move(layer), trial, into, [&](Index item, Index head) {
        return trial.correct_rows({from, item, head});
    });
}

/// The layer in whose `into` stands what `number` makes of the right cells of `from`.
template <class Number>
Layer with_cells(const Trial& trial, ArrayId from, ArrayId into, const Number& number) {
    const IndexRange rows = trial.rows(into);
    return with_given(trial.layer(), trial, into, [&](Index item, Index head) {
        const Matrix right = trial.correct_rows({from, item, head});
        return filled_rows(right.shape(), rows,
                           [&](Index i, Index j) { return number(static_cast<double>(right(i, j))); });
    });
}

/// c · tanh(number / c).
Matrix capped_at(double cap, const Matrix& numbers, IndexRange rows) {
    return filled_rows(numbers.shape(), rows,
                       [&](Index i, Index j) { return cap * std::tanh(static_cast<double>(numbers(i, j)) / cap); });
}

} // namespace

void leave_out_alibi(Trial& trial) {
    if (adds_alibi(trial))
        trial.attempt(with_biases(trial, [](Index, float) { return 0.0; }));
}

void flip_sign_of_alibi(Trial& trial) {
    if (adds_alibi(trial))
        trial.attempt(with_biases(trial, [](Index, float right) { return -static_cast<double>(right); }));
}

void add_alibi_twice(Trial& trial) {
    if (adds_alibi(trial))
        trial.attempt(with_biases(trial, [](Index, float right) { return 2 * static_cast<double>(right); }));
}

void add_alibi_before_scaling(Trial& trial) {
    const double factor = score_factor(trial.layer());
    if (adds_alibi(trial) && factor != 1)
        trial.attempt(with_biases(trial, [&](Index, float right) { return factor * static_cast<double>(right); }));
}

void take_other_slopes(Trial& trial) {
    if (!adds_alibi(trial) || trial.sizes().S_k < 2)
        return;
    const auto heads = static_cast<double>(trial.sizes().H);
    const auto attempt = [&](std::string_view form, const auto& slope) {
        std::vector<double> factors; // from the right bias of each head to the other one
        for (Index head = 0; head < trial.sizes().H; ++head) {
            const Matrix own = trial.correct().compute_rows_uncached({bias, 0, head}, {0, 1});
            factors.push_back(-slope(static_cast<double>(head)) / static_cast<double>(own(0, 1)));
        }
        trial.attempt(with_biases(trial,
                                  [&](Index head, float number) {
                                      return factors[static_cast<std::size_t>(head)] * static_cast<double>(number);
                                  }),
                      form);
    };
    const bool is_power = (trial.sizes().H & (trial.sizes().H - 1)) == 0;
    if (!is_power)
        attempt("2^(−8h/H) as for a power of two, which this number of heads is not",
                [&](double head) { return std::exp2(-8 * (head + 1) / heads); });
    attempt("heads are counted from 0 instead of 1", [&](double head) { return std::exp2(-8 * head / heads); });
    attempt("2^(−h) whatever the number of heads", [](double head) { return std::exp2(-(head + 1)); });
    attempt("1 for all heads", [](double) { return 1.0; });
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
    const bool has_bias = trial.correct().has(bias);
    trial.attempt(with_given(trial.layer(), trial, masked, [&](Index item, Index head) {
        const IndexRange rows = trial.rows(masked);
        const Matrix hidden = trial.correct_rows({mask, item, head});
        const Matrix scores_so_far = trial.correct_rows({scaled, item, head});
        const Matrix by_distance = has_bias ? trial.correct_rows({bias, item, head}) : Matrix();
        const Matrix hidden_too = filled_rows(scores_so_far.shape(), rows, [&](Index i, Index j) {
            return scores_so_far(i, j) + hidden(i, j) + (has_bias ? by_distance(i, j) : 0);
        });
        return capped_at(cap, hidden_too, rows);
    }));
}

void forget_factor_of_cap(Trial& trial) {
    if (!has_cap(trial))
        return;
    const auto cap = static_cast<double>(trial.layer().soft_cap);
    trial.attempt(with_cells(trial, scaled, capped, [&](double score) { return std::tanh(score / cap); }));
}

void clamp_instead_of_capping(Trial& trial) {
    if (!has_cap(trial))
        return;
    const auto cap = static_cast<double>(trial.layer().soft_cap);
    trial.attempt(with_cells(trial, scaled, capped, [&](double score) { return std::clamp(score, -cap, cap); }));
}

void leave_out_gate(Trial& trial) {
    if (!trial.correct().has(gate) || !trial.correct().has(O))
        return;
    trial.attempt(with_copied(trial.layer(), trial, O, O_gated));
}

namespace {

bool has_gate(const Trial& trial) {
    return trial.correct().has(gate) && trial.correct().has(O) && trial.correct().has(O_gated);
}

/// What comes out of the heads where each number is multiplied by what `opens` makes of the gate.
template <class Opens>
void try_gate(Trial& trial, const Opens& opens) {
    if (!has_gate(trial))
        return;
    const auto other_gate = with_cells(trial, gate, gate, opens);
    trial.attempt(other_gate);
    // What is called the gate may be right.
    const IndexRange rows = trial.rows(O_gated);
    trial.attempt(with_given(trial.layer(), trial, O_gated, [&](Index item, Index head) {
        const Matrix output = trial.correct_rows({O, item, head});
        const Matrix right = trial.correct_rows({gate, item, head});
        return filled_rows(output.shape(), rows, [&](Index i, Index c) {
            return static_cast<double>(output(i, c)) * opens(static_cast<double>(right(i, c)));
        });
    }));
}

/// What sigmoid made of.
double before_sigmoid(double share) {
    return std::log(share / (1 - share));
}

/// The norm of queries, of keys or of both made of other rows.
void try_normed_again(Trial& trial) {
    const auto again = [&](Layer layer, ArrayId from, ArrayId into) {
        const Layer before = with_copied(trial.layer(), trial, into, from);
        const auto computed = trial.compute(before, into, trial.rows(into));
        return computed ? with_given(std::move(layer), trial, into,
                                     [&](Index item, Index head) {
                                         return computed->compute_rows_uncached({into, item, head}, trial.rows(into));
                                     })
                        : layer;
    };
    const Layer queries = again(trial.layer(), Q, Q_normed);
    trial.attempt(again(queries, K, K_normed));
    trial.attempt(queries, queries_alone);
    trial.attempt(again(trial.layer(), K, K_normed), keys_alone);
}

} // namespace

void gate_twice(Trial& trial) {
    try_gate(trial, [](double open) { return open * open; });
}

void leave_out_sigmoid(Trial& trial) {
    try_gate(trial, before_sigmoid);
}

void take_silu_for_sigmoid(Trial& trial) {
    try_gate(trial, [](double open) { return open * before_sigmoid(open); });
}

void gate_values(Trial& trial) {
    const Sizes& sizes = trial.sizes();
    if (!has_gate(trial) || sizes.S_q != sizes.S_k || sizes.queries_per_kv != 1 || trial.layer().context ||
        !trial.correct().has(A))
        return;
    const ArrayId values = trial.correct().recipe(O).operands[1].array;
    const IndexRange rows = trial.rows(O_gated);
    trial.attempt(with_given(trial.layer(), trial, O_gated, [&](Index item, Index head) {
        const Matrix open = trial.correct().compute_uncached({gate, item, head});
        const Matrix all = trial.correct().compute_uncached({values, item, head});
        const Matrix let_through = matrix_of(eigen(open).cwiseProduct(eigen(all)));
        return product_of(trial.correct_rows({A, item, head}), let_through, rows);
    }));
}

void leave_out_head_norms(Trial& trial) {
    if (!has_head_norms(trial))
        return;
    const Layer queries = with_copied(trial.layer(), trial, Q, Q_normed);
    trial.attempt(with_copied(queries, trial, K, K_normed));
    trial.attempt(queries, queries_alone);
    trial.attempt(with_copied(trial.layer(), trial, K, K_normed), keys_alone);
}

void norm_heads_twice(Trial& trial) {
    if (has_head_norms(trial))
        try_normed_again(trial);
}

void norm_all_heads_together(Trial& trial) {
    if (!has_head_norms(trial))
        return;
    Layer layer = trial.layer();
    layer.head_norm.across_heads = !layer.head_norm.across_heads;
    trial.attempt(layer,
                  layer.head_norm.across_heads ? "over all heads instead of each" : "over each head instead of all");
}

void leave_out_norm_of_values(Trial& trial) {
    if (trial.layer().V_norm.kind != Norm::Kind::off && trial.correct().has(V) && trial.correct().has(V_normed))
        trial.attempt(with_copied(trial.layer(), trial, V, V_normed));
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
