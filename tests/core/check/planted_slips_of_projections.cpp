// Bugs in a layer's input, projections, heads, norms and rotary positions.

#include "tests/core/check/planting.h"

#include <array>
#include <cmath>

namespace attn::test {

namespace {

using enum ArrayId;

// Wishes

void wish_square(Wishes& wishes) {
    wishes.square = true;
}
void wish_biases(Wishes& wishes) {
    wishes.kind.biases = true;
}
void wish_no_context(Wishes& wishes) {
    wishes.kind.cross = false;
}
void wish_own_keys(Wishes& wishes) {
    wishes.kind.cross = false;
    wishes.kind.sizes.queries_per_kv = 1;
    wishes.kind.sizes.d_v = wishes.kind.sizes.d_k;
}
void wish_sinusoids(Wishes& wishes) {
    wishes.positions = Positions::Kind::sinusoidal;
}
void wish_norm(Wishes& wishes) {
    wishes.kind.norm = true;
}
void wish_head_norm(Wishes& wishes) {
    wishes.kind.head_norm = {Norm::Kind::rms, false, 0.01F};
}
void wish_rotary(Wishes& wishes) {
    wishes.kind.rotary = {Rotary::Pairs::halves, 0, 100};
    wishes.kind.sizes.d_k = wishes.kind.sizes.d_v = 4;
    wishes.kind.cross = false;
}
void wish_rotary_of_6(Wishes& wishes) {
    wish_rotary(wishes);
    wishes.kind.sizes.d_k = wishes.kind.sizes.d_v = 6;
}
void wish_normed_and_rotated(Wishes& wishes) {
    wish_rotary(wishes);
    wish_head_norm(wishes);
}
void wish_groups(Wishes& wishes) {
    wishes.kind.sizes.H = 4;
    wishes.kind.sizes.queries_per_kv = 2;
}
void wish_gate(Wishes& wishes) {
    wishes.kind.gate = true;
}

// Weights

using Weight = Matrix HeadWeights::*;

void each_head(Planting& p, const std::function<void(HeadWeights& wrong, const HeadWeights& right)>& change) {
    for (std::size_t h = 0; h < p.right.heads.size(); ++h)
        change(p.wrong.heads[h], p.right.heads[h]);
}

Matrix made(Index rows, Index columns, const std::function<float(Index, Index)>& cell) {
    std::vector<float> values;
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            values.push_back(cell(i, j));
    return Matrix::adopt(std::move(values), rows, columns);
}

/// Transposes a square weight that is cut into heads by columns, or by rows.
void transpose(Planting& p, Weight weight, bool by_rows) {
    const Index width = p.n.d_k;
    for (std::size_t h = 0; h < p.right.heads.size(); ++h)
        p.wrong.heads[h].*weight = made(by_rows ? width : p.n.D, by_rows ? p.n.D : width, [&](Index i, Index j) {
            const Index row = by_rows ? j : static_cast<Index>(h) * width + j; // in the weight of all heads
            const Index column = by_rows ? static_cast<Index>(h) * width + i : i;
            return by_rows ? (p.right.heads[static_cast<std::size_t>(row / width)].*weight)(row % width, column)
                           : (p.right.heads[static_cast<std::size_t>(column / width)].*weight)(row, column % width);
        });
}

template <Weight from, Weight into>
void take_weight(Planting& p) {
    each_head(p, [](HeadWeights& wrong, const HeadWeights& right) { wrong.*into = right.*from; });
}
template <Weight left, Weight right_one>
void swap_weights(Planting& p) {
    each_head(p, [](HeadWeights& wrong, const HeadWeights& right) {
        wrong.*left = right.*right_one;
        wrong.*right_one = right.*left;
    });
}
template <Weight gone>
void drop(Planting& p) {
    each_head(p, [](HeadWeights& wrong, const HeadWeights&) { wrong.*gone = {}; });
}
template <Weight twice>
void double_it(Planting& p) {
    each_head(p, [](HeadWeights& wrong, const HeadWeights& right) {
        if (!(right.*twice).empty())
            wrong.*twice = made(1, (right.*twice).columns(), [&](Index, Index j) { return 2 * (right.*twice)(0, j); });
    });
}

void unproject(Planting& p, ArrayId stage) {
    p.give(stage, [&](Index b, Index h, Index i, Index c) { return p.at(X, b, 0, i, h * p.n.d_k + c); });
}

/// A cell of a stage with all heads side by side.
double joined(const Planting& p, ArrayId stage, Index b, Index i, Index k) {
    return p.at(stage, b, k / p.n.d_k, i, k % p.n.d_k);
}

void reshape_heads(Planting& p) {
    for (const ArrayId stage : {Q, K, V})
        p.give(stage, [&, stage](Index b, Index h, Index i, Index c) {
            const Index flat = (h * p.n.S_q + i) * p.n.d_k + c;
            return joined(p, stage, b, flat / (p.n.H * p.n.d_k), flat % (p.n.H * p.n.d_k));
        });
}

void interleave_heads(Planting& p) {
    for (const ArrayId stage : {Q, K, V})
        p.give(stage, [&, stage](Index b, Index h, Index i, Index c) { return joined(p, stage, b, i, c * p.n.H + h); });
}

/// The sinusoid of position i and column d. (Vaswani et al. 2017)
double sinusoid(Index i, Index d, Index D) {
    const double angle =
        static_cast<double>(i) * std::pow(10000.0, -static_cast<double>(d - d % 2) / static_cast<double>(D));
    return d % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

void place_from_one(Planting& p) {
    p.wrong.sequence.positions = {Positions::Kind::given, made(p.n.S_q, p.n.D, [&](Index i, Index d) {
                                      return static_cast<float>(sinusoid(i + 1, d, p.n.D));
                                  })};
}

// Rotary positions

struct Turning {
    bool neighbours = false; ///< pairs are neighbouring columns
    bool angles_of_neighbours = false;
    double first = 0;
    double direction = 1;
    Index width = 0; ///< in the exponent
    double step = 2; ///< of the exponent
};

Turning right_turning(const Planting& p) {
    const bool neighbours = p.right.rotary.pairs == Rotary::Pairs::neighbours;
    return {neighbours, neighbours, 0, 1, p.n.d_k, 2};
}

/// Column c of a rotated row at position i.
double turned(const Planting& p, const Turning& turning, Index i, Index c, const std::function<double(Index)>& row) {
    const Index half = p.n.d_k / 2;
    const Index pair = turning.angles_of_neighbours ? c / 2 : c % half;
    const double angle = turning.direction * (static_cast<double>(i) + turning.first) *
                         std::pow(static_cast<double>(p.right.rotary.base),
                                  -turning.step * static_cast<double>(pair) / static_cast<double>(turning.width));
    const bool first = turning.neighbours ? c % 2 == 0 : c < half;
    const Index partner = turning.neighbours ? (first ? c + 1 : c - 1) : first ? c + half : c - half;
    return row(c) * std::cos(angle) + (first ? -1 : 1) * row(partner) * std::sin(angle);
}

/// Rotates queries (side 0), keys (1) or both (2).
void turn(Planting& p, const Turning& turning, Index side, bool twice = false) {
    for (const auto& [into, which] : {std::pair{Q_rotated, Index{0}}, {K_rotated, Index{1}}}) {
        if (side != 2 && side != which)
            continue;
        const ArrayId from = twice ? into : p.recipe(into).operands[0].array;
        p.give(into, [&, from](Index b, Index h, Index i, Index c) {
            return turned(p, turning, i, c, [&](Index column) { return p.at(from, b, h, i, column); });
        });
    }
}

void turn_values(Planting& p) {
    const ArrayId from = p.values();
    p.give(from, [&, from](Index b, Index h, Index i, Index c) {
        return turned(p, right_turning(p), i, c, [&](Index column) { return p.at(from, b, h, i, column); });
    });
}

void not_turn(Planting& p, Index side) {
    for (const auto& [into, which] : {std::pair{Q_rotated, Index{0}}, {K_rotated, Index{1}}})
        if (side == 2 || side == which)
            p.give(into, [&, from = p.recipe(into).operands[0].array](Index b, Index h, Index i, Index c) {
                return p.at(from, b, h, i, c);
            });
}

/// Rotates the whole width of all heads, before they are cut apart.
void turn_before_split(Planting& p) {
    for (const ArrayId into : {Q_rotated, K_rotated}) {
        const ArrayId from = p.recipe(into).operands[0].array;
        const Index shared = into == Q_rotated ? 1 : p.n.queries_per_kv;
        const Index width = p.n.H / shared * p.n.d_k;
        p.give(into, [&, from](Index b, Index h, Index i, Index c) {
            const bool neighbours = p.right.rotary.pairs == Rotary::Pairs::neighbours;
            const Index column = h / shared * p.n.d_k + c;
            const auto all = [&](Index k) { return p.at(from, b, k / p.n.d_k * shared, i, k % p.n.d_k); };
            const Index half = width / 2;
            const Index pair = neighbours ? column / 2 : column % half;
            const double angle =
                static_cast<double>(i) * std::pow(static_cast<double>(p.right.rotary.base),
                                                  -2.0 * static_cast<double>(pair) / static_cast<double>(width));
            const bool first = neighbours ? column % 2 == 0 : column < half;
            const Index partner = neighbours ? (first ? column + 1 : column - 1)
                                  : first    ? column + half
                                             : column - half;
            return all(column) * std::cos(angle) + (first ? -1 : 1) * all(partner) * std::sin(angle);
        });
    }
}

// Norms

/// The root-mean-square norm of a row, without gain, in column c.
double rms(const std::function<double(Index)>& row, Index width, double epsilon, Index c) {
    double squares = 0;
    for (Index k = 0; k < width; ++k)
        squares += row(k) * row(k);
    return row(c) / std::sqrt(squares / static_cast<double>(width) + epsilon);
}

void norm_heads_twice(Planting& p) {
    for (const auto& [stage, gain] :
         {std::pair{Q_normed, &HeadWeights::Q_norm_gain}, {K_normed, &HeadWeights::K_norm_gain}})
        p.give(stage, [&, stage = stage, gain = gain](Index b, Index h, Index i, Index c) {
            return rms([&](Index k) { return p.at(stage, b, h, i, k); }, p.n.d_k, 0.01, c) *
                       static_cast<double>((p.right.heads[static_cast<std::size_t>(h)].*gain)(0, c)) +
                   (p.right.heads[static_cast<std::size_t>(h)].Q_norm_bias.empty()
                        ? 0.0
                        : static_cast<double>((stage == Q_normed
                                                   ? p.right.heads[static_cast<std::size_t>(h)].Q_norm_bias
                                                   : p.right.heads[static_cast<std::size_t>(h)].K_norm_bias)(0, c)));
        });
}

/// Rotates first and norms then.
void turn_before_norm(Planting& p) {
    for (const auto& [from, into] : {std::pair{Q, Q_rotated}, {K, K_rotated}})
        p.give(into, [&, from = from, into = into](Index b, Index h, Index i, Index c) {
            const auto rotated = [&](Index column) {
                return turned(p, right_turning(p), i, column, [&](Index k) { return p.at(from, b, h, i, k); });
            };
            const HeadWeights& own = p.right.heads[static_cast<std::size_t>(h)];
            const Matrix& gain = into == Q_rotated ? own.Q_norm_gain : own.K_norm_gain;
            const Matrix& bias = into == Q_rotated ? own.Q_norm_bias : own.K_norm_bias;
            return rms(rotated, p.n.d_k, 0.01, c) * static_cast<double>(gain(0, c)) +
                   (bias.empty() ? 0.0 : static_cast<double>(bias(0, c)));
        });
}

void copy_stage(Planting& p, ArrayId from, ArrayId into) {
    p.give(into, [&](Index b, Index h, Index i, Index c) { return p.at(from, b, h, i, c); });
}

void forget_head_norms(Planting& p, Index side) {
    if (side != 1)
        copy_stage(p, Q, Q_normed);
    if (side != 0)
        copy_stage(p, K, K_normed);
}

Matrix ones(Index columns) {
    return made(1, columns, [](Index, Index) { return 1.0F; });
}

/// Swaps the weights of Q, K and V cyclically, as if their order in one tensor were another.
void rotate_parts(Planting& p, Index by) {
    constexpr std::array<Weight, 3> weights{&HeadWeights::W_Q, &HeadWeights::W_K, &HeadWeights::W_V};
    constexpr std::array<Weight, 3> biases{&HeadWeights::b_Q, &HeadWeights::b_K, &HeadWeights::b_V};
    each_head(p, [&](HeadWeights& wrong, const HeadWeights& right) {
        for (std::size_t part = 0; part < 3; ++part) {
            const std::size_t from = (part + static_cast<std::size_t>(by)) % 3;
            wrong.*weights.at(part) = right.*weights.at(from);
            wrong.*biases.at(part) = right.*biases.at(from);
        }
    });
}

void split_by_head(Planting& p) {
    constexpr std::array<Weight, 3> weights{&HeadWeights::W_Q, &HeadWeights::W_K, &HeadWeights::W_V};
    constexpr std::array<Weight, 3> biases{&HeadWeights::b_Q, &HeadWeights::b_K, &HeadWeights::b_V};
    for (Index h = 0; h < p.n.H; ++h)
        for (Index part = 0; part < 3; ++part)
            for (const auto& list : {weights, biases}) {
                const auto number = [&](Index row, Index output) {
                    const Index from_part = output / (p.n.H * p.n.d_k);
                    const Index from_head = output / p.n.d_k % p.n.H;
                    return (p.right.heads[static_cast<std::size_t>(from_head)].*
                            list.at(static_cast<std::size_t>(from_part)))(row, output % p.n.d_k);
                };
                Matrix& into = p.wrong.heads[static_cast<std::size_t>(h)].*list.at(static_cast<std::size_t>(part));
                if (!into.empty())
                    into = made(into.rows(), into.columns(),
                                [&](Index d, Index c) { return number(d, (h * 3 + part) * p.n.d_k + c); });
            }
}

/// Gives head h the keys and values of group group_of(h), or its values alone.
void take_groups(Planting& p, const std::function<Index(Index)>& group_of, bool takes_keys = true) {
    const auto other = [&](Index h) { return group_of(h) * p.n.queries_per_kv; };
    const auto score = [&](Index b, Index h, Index i, Index j) {
        double sum = 0;
        for (Index c = 0; c < p.n.d_k; ++c)
            sum += p.at(p.queries(), b, h, i, c) * p.at(p.keys(), b, other(h), j, c);
        return sum;
    };
    if (takes_keys)
        p.give(scores, score);
    const Reference so_far(p.wrong);
    p.give(O, [&](Index b, Index h, Index i, Index c) {
        const DoubleMatrix shares = so_far.array(A, b, h);
        double sum = 0;
        for (Index j = 0; j < p.n.S_k; ++j)
            sum += shares(i, j) * p.at(p.values(), b, other(h), j, c);
        return sum;
    });
}

const std::array table{
    PlantedSlip{"positions-from-one", "", wish_sinusoids, place_from_one},
    PlantedSlip{"positions-in-halves", "", wish_sinusoids,
                [](Planting& p) {
                    const Index sines = (p.n.D + 1) / 2;
                    p.wrong.sequence.positions = {Positions::Kind::given, made(p.n.S_q, p.n.D, [&](Index i, Index d) {
                                                      return static_cast<float>(
                                                          sinusoid(i, d < sines ? 2 * d : 2 * (d - sines) + 1, p.n.D));
                                                  })};
                }},
    PlantedSlip{"no-positions", "", wish_sinusoids, [](Planting& p) { p.wrong.sequence.positions = {}; }},
    PlantedSlip{"no-norm", "", wish_norm, [](Planting& p) { copy_stage(p, resid_pre, X); }},
    PlantedSlip{"other-norm", "", wish_norm, [](Planting& p) { p.wrong.norm.kind = Norm::Kind::rms; }},
    PlantedSlip{"epsilon", "", wish_norm, [](Planting& p) { p.wrong.norm.epsilon = 1e-5F; }},
    PlantedSlip{"norm-twice", "", wish_norm,
                [](Planting& p) {
                    Layer again = p.right;
                    for (Index b = 0; b < p.n.B; ++b)
                        again.given[{0, resid_pre, b, 0}] = made(
                            p.n.S_q, p.n.D, [&](Index i, Index d) { return static_cast<float>(p.at(X, b, 0, i, d)); });
                    const Reference twice(again);
                    p.give(X, [&](Index b, Index, Index i, Index d) { return twice.array(X, b, 0)(i, d); });
                }},
    PlantedSlip{"no-gain-of-norm", "", wish_norm,
                [](Planting& p) {
                    p.wrong.norm.gain = ones(p.n.D);
                    p.wrong.norm.bias = {};
                }},
    PlantedSlip{"packed-by-head", "", wish_own_keys, split_by_head},
    PlantedSlip{"W_Q-transposed", "", wish_square, [](Planting& p) { transpose(p, &HeadWeights::W_Q, false); }},
    PlantedSlip{"W_K-transposed", "", wish_square, [](Planting& p) { transpose(p, &HeadWeights::W_K, false); }},
    PlantedSlip{"W_V-transposed", "", wish_square, [](Planting& p) { transpose(p, &HeadWeights::W_V, false); }},
    PlantedSlip{"W_O-transposed", "", wish_square, [](Planting& p) { transpose(p, &HeadWeights::W_O, true); }},
    PlantedSlip{"no-b_Q", "", wish_biases, drop<&HeadWeights::b_Q>},
    PlantedSlip{"no-b_K", "", wish_biases, drop<&HeadWeights::b_K>},
    PlantedSlip{"no-b_V", "", wish_biases, drop<&HeadWeights::b_V>},
    PlantedSlip{"no-b_O", "", wish_biases, [](Planting& p) { p.wrong.b_O = {}; }},
    PlantedSlip{"biases-twice", "of queries", wish_biases, double_it<&HeadWeights::b_Q>},
    PlantedSlip{"biases-twice", "of values", wish_biases, double_it<&HeadWeights::b_V>},
    PlantedSlip{
        "b_O-twice", "", wish_biases,
        [](Planting& p) { p.wrong.b_O = made(1, p.n.D, [&](Index, Index d) { return 2 * p.right.b_O(0, d); }); }},
    PlantedSlip{"b_O-for-each-head", "", wish_biases,
                [](Planting& p) {
                    p.wrong.b_O =
                        made(1, p.n.D, [&](Index, Index d) { return static_cast<float>(p.n.H) * p.right.b_O(0, d); });
                }},
    PlantedSlip{"Q-as-K", "", wish_own_keys, take_weight<&HeadWeights::W_K, &HeadWeights::W_Q>},
    PlantedSlip{"K-as-Q", "", wish_own_keys, take_weight<&HeadWeights::W_Q, &HeadWeights::W_K>},
    PlantedSlip{"V-as-K", "", wish_own_keys, take_weight<&HeadWeights::W_K, &HeadWeights::W_V>},
    PlantedSlip{"V-as-Q", "", wish_own_keys, take_weight<&HeadWeights::W_Q, &HeadWeights::W_V>},
    PlantedSlip{"K-as-V", "", wish_own_keys, take_weight<&HeadWeights::W_V, &HeadWeights::W_K>},
    PlantedSlip{"Q-as-V", "", wish_own_keys, take_weight<&HeadWeights::W_V, &HeadWeights::W_Q>},
    PlantedSlip{"W_Q-W_K-swapped", "", wish_own_keys, swap_weights<&HeadWeights::W_Q, &HeadWeights::W_K>},
    PlantedSlip{"W_K-W_V-swapped", "", wish_own_keys, swap_weights<&HeadWeights::W_K, &HeadWeights::W_V>},
    PlantedSlip{"W_Q-W_V-swapped", "", wish_own_keys, swap_weights<&HeadWeights::W_Q, &HeadWeights::W_V>},
    PlantedSlip{"QKV-rotated", "K, V, Q", wish_own_keys, [](Planting& p) { rotate_parts(p, 1); }},
    PlantedSlip{"QKV-rotated", "V, Q, K", wish_own_keys, [](Planting& p) { rotate_parts(p, 2); }},
    PlantedSlip{"Q-unprojected", "", wish_square, [](Planting& p) { unproject(p, Q); }},
    PlantedSlip{"K-unprojected", "", wish_square, [](Planting& p) { unproject(p, K); }},
    PlantedSlip{"V-unprojected", "", wish_square, [](Planting& p) { unproject(p, V); }},
    PlantedSlip{"heads-reshaped", "", wish_own_keys, reshape_heads},
    PlantedSlip{"heads-interleaved", "", wish_own_keys, interleave_heads},
    PlantedSlip{"heads-reversed", "", wish_no_context,
                [](Planting& p) {
                    const ArrayId from = p.has(O_gated) ? O_gated : O;
                    p.give(concat, [&, from](Index b, Index, Index i, Index k) {
                        return p.at(from, b, p.n.H - 1 - k / p.n.d_v, i, k % p.n.d_v);
                    });
                }},
    PlantedSlip{"no-norm-of-heads", "", wish_head_norm, [](Planting& p) { forget_head_norms(p, 2); }},
    PlantedSlip{"no-norm-of-heads", "queries", wish_head_norm, [](Planting& p) { forget_head_norms(p, 0); }},
    PlantedSlip{"no-norm-of-heads", "keys", wish_head_norm, [](Planting& p) { forget_head_norms(p, 1); }},
    PlantedSlip{"no-gain-of-heads", "", wish_head_norm,
                [](Planting& p) {
                    each_head(p, [&](HeadWeights& wrong, const HeadWeights& right) {
                        wrong.Q_norm_gain = ones(p.n.d_k);
                        if (!right.K_norm_gain.empty())
                            wrong.K_norm_gain = ones(p.n.d_k);
                    });
                }},
    PlantedSlip{"norm-of-heads-twice", "", wish_head_norm, norm_heads_twice},
    PlantedSlip{"norm-of-all-heads", "", wish_head_norm, [](Planting& p) { p.wrong.head_norm.across_heads = true; }},
    PlantedSlip{"rotary-before-norm", "", wish_normed_and_rotated, turn_before_norm},
    PlantedSlip{"no-norm-of-values", "",
                [](Wishes& wishes) {
                    wishes.kind.V_norm = {Norm::Kind::rms, false, 0.01F};
                },
                [](Planting& p) { copy_stage(p, V, V_normed); }},
    PlantedSlip{"no-rotary", "", wish_rotary, [](Planting& p) { not_turn(p, 2); }},
    PlantedSlip{"no-rotary", "queries", wish_rotary, [](Planting& p) { not_turn(p, 0); }},
    PlantedSlip{"no-rotary", "keys", wish_rotary, [](Planting& p) { not_turn(p, 1); }},
    PlantedSlip{"rotary-pairs", "", wish_rotary, [](Planting& p) { p.wrong.rotary.pairs = Rotary::Pairs::neighbours; }},
    PlantedSlip{"rotary-backward", "", wish_rotary,
                [](Planting& p) {
                    Turning turning = right_turning(p);
                    turning.direction = -1;
                    turn(p, turning, 2);
                }},
    PlantedSlip{"rotary-from-one", "keys", wish_rotary,
                [](Planting& p) {
                    Turning turning = right_turning(p);
                    turning.first = 1;
                    turn(p, turning, 1);
                }},
    PlantedSlip{"rotary-from-one", "queries", wish_rotary,
                [](Planting& p) {
                    Turning turning = right_turning(p);
                    turning.first = 1;
                    turn(p, turning, 0);
                }},
    PlantedSlip{"rotary-base", "", wish_rotary, [](Planting& p) { p.wrong.rotary.base = 10000; }},
    PlantedSlip{"rotary-columns", "", wish_rotary, [](Planting& p) { p.wrong.rotary.dimensions = 2; }},
    PlantedSlip{"rotary-on-V", "", wish_rotary, turn_values},
    PlantedSlip{"rotary-twice", "", wish_rotary, [](Planting& p) { turn(p, right_turning(p), 2, true); }},
    PlantedSlip{"rotary-twice", "keys", wish_rotary, [](Planting& p) { turn(p, right_turning(p), 1, true); }},
    PlantedSlip{"rotary-before-split", "", wish_rotary, turn_before_split},
    PlantedSlip{"rotary-mixed", "", wish_rotary_of_6,
                [](Planting& p) {
                    Turning turning = right_turning(p);
                    turning.angles_of_neighbours = !turning.neighbours;
                    turn(p, turning, 2);
                }},
    PlantedSlip{"rotary-exponent", "", wish_rotary,
                [](Planting& p) {
                    Turning turning = right_turning(p);
                    turning.width = p.n.D;
                    turn(p, turning, 2);
                }},
    PlantedSlip{"rotary-exponent", "", wish_rotary_of_6,
                [](Planting& p) {
                    Turning turning = right_turning(p);
                    turning.step = 1;
                    turn(p, turning, 2);
                }},
    PlantedSlip{"groups-tiled", "", wish_groups,
                [](Planting& p) { take_groups(p, [&](Index h) { return h % p.n.H_kv(); }); }},
    PlantedSlip{"groups-tiled", "values alone", wish_groups,
                [](Planting& p) {
                    take_groups(
                        p, [&](Index h) { return h % p.n.H_kv(); }, false);
                }},
    PlantedSlip{
        "groups-shifted", "", wish_groups,
        [](Planting& p) { take_groups(p, [&](Index h) { return (h / p.n.queries_per_kv + 1) % p.n.H_kv(); }); }},
    PlantedSlip{"no-gate", "", wish_gate, [](Planting& p) { copy_stage(p, O, O_gated); }},
    PlantedSlip{"gate-twice", "", wish_gate,
                [](Planting& p) {
                    p.give(O_gated, [&](Index b, Index h, Index i, Index c) {
                        return p.at(O_gated, b, h, i, c) * p.at(gate, b, h, i, c);
                    });
                }},
    PlantedSlip{"gate-without-sigmoid", "", wish_gate,
                [](Planting& p) {
                    p.give(gate, [&](Index b, Index h, Index i, Index c) {
                        const double open = p.at(gate, b, h, i, c);
                        return std::log(open / (1 - open));
                    });
                }},
    PlantedSlip{"gate-silu", "", wish_gate,
                [](Planting& p) {
                    p.give(gate, [&](Index b, Index h, Index i, Index c) {
                        const double open = p.at(gate, b, h, i, c);
                        return open * std::log(open / (1 - open));
                    });
                }},
    PlantedSlip{"gate-on-V", "",
                [](Wishes& wishes) {
                    wish_gate(wishes);
                    wish_own_keys(wishes);
                },
                [](Planting& p) {
                    p.give(O_gated, [&](Index b, Index h, Index i, Index c) {
                        double sum = 0;
                        for (Index j = 0; j < p.n.S_k; ++j)
                            sum += p.at(A, b, h, i, j) * p.at(gate, b, h, j, c) * p.at(p.values(), b, h, j, c);
                        return sum;
                    });
                }},
};

} // namespace

std::span<const PlantedSlip> planted_slips_of_projections() {
    return table;
}

} // namespace attn::test
