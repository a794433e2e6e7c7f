// Bugs between queries and keys and the output, and changes that are no bug with a name.

#include "tests/core/check/planting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace attn::test {

namespace {

using enum ArrayId;

constexpr double hidden = -std::numeric_limits<double>::infinity();

// Wishes

void wish_plain_scores(Wishes& wishes) {
    wishes.kind.cross = false;
}
void wish_scale(Wishes& wishes) {
    wishes.scale = {};
    wishes.temperature = 1;
}
void wish_heads(Wishes& wishes) {
    wish_scale(wishes);
    wishes.kind.sizes.H = 3;
    wishes.kind.sizes.queries_per_kv = 1;
    wishes.kind.sizes.d_k = 2;
}
void wish_temperature(Wishes& wishes) {
    wishes.temperature = 1.5F;
}
void wish_cap(Wishes& wishes) {
    wishes.kind.soft_cap = 0.7F;
}
void wish_cap_and_mask(Wishes& wishes) {
    wish_cap(wishes);
    wishes.kind.cross = false;
    wishes.causal = true;
}
void wish_alibi(Wishes& wishes) {
    wishes.kind.alibi = true;
}
void wish_alibi_of_three(Wishes& wishes) {
    wish_alibi(wishes);
    wishes.kind.sizes.H = 3;
    wishes.kind.sizes.queries_per_kv = 1;
}
void wish_causal(Wishes& wishes) {
    wishes.kind.cross = false;
    wishes.causal = true;
    wishes.window = 0;
}
void wish_large_scores(Wishes& wishes) {
    wish_causal(wishes);
    wishes.kind.soft_cap = 0;
    wishes.scale = {Scale::Kind::value, 1e5F};
}
void wish_no_causal(Wishes& wishes) {
    wishes.kind.cross = false;
    wishes.causal = false;
}
void wish_padding(Wishes& wishes) {
    wishes.padding = true;
}
void wish_padding_alone(Wishes& wishes) {
    wish_padding(wishes);
    wishes.kind.cross = false;
    wishes.causal = wishes.painted = false;
    wishes.window = 0;
}
void wish_causal_and_padding(Wishes& wishes) {
    wish_causal(wishes);
    wish_padding(wishes);
}
void wish_both_without_window(Wishes& wishes) {
    wish_causal_and_padding(wishes);
    wishes.window = 0;
}
void wish_window(Wishes& wishes) {
    wishes.window = 3;
}
void wish_painted(Wishes& wishes) {
    wishes.painted = true;
    wishes.kind.cross = false;
}
void wish_items(Wishes& wishes) {
    wishes.kind.sizes.B = 3;
}
void wish_padded_items(Wishes& wishes) {
    wish_items(wishes);
    wish_padding_alone(wishes);
}
void wish_square(Wishes& wishes) {
    wishes.square = true;
}
void wish_norm(Wishes& wishes) {
    wishes.kind.norm = true;
    wishes.kind.cross = false;
}
void wish_plain(Wishes& wishes) {
    const LayerKind kind = wishes.kind;
    wishes = {};
    wishes.kind.sizes = kind.sizes;
    wishes.kind.biases = kind.biases;
}

// Slips

void scale_by(Planting& p, double factor) {
    p.wrong.scale = {Scale::Kind::value, static_cast<float>(factor)};
}

double root(Index number) {
    return std::sqrt(static_cast<double>(number));
}

double bias_at(const Planting& p, Index b, Index h, Index i, Index j) {
    return p.has(bias) ? p.at(bias, b, h, i, j) : 0;
}

/// Makes the masked scores the sum of what is before the mask and other additions.
void add_up(Planting& p, const Planting::Cell& added) {
    p.give(masked,
           [&](Index b, Index h, Index i, Index j) { return p.at(p.before_mask(), b, h, i, j) + added(b, h, i, j); });
}

/// Replaces the mask; ALiBi's bias stays.
void mask_with(Planting& p, const Planting::Cell& mask_cell) {
    add_up(p, [&](Index b, Index h, Index i, Index j) { return bias_at(p, b, h, i, j) + mask_cell(b, h, i, j); });
}

bool hides(const Planting& p, Index b, Index h, Index i, Index j) {
    return p.at(mask, b, h, i, j) == hidden;
}

void slopes(Planting& p, double (*slope)(Index head, Index heads)) {
    p.give(bias,
           [&](Index, Index h, Index i, Index j) { return -slope(h, p.n.H) * static_cast<double>(std::abs(i - j)); });
}

/// Replaces the causal part of the mask.
void triangle(Planting& p, bool (*hidden_there)(Index i, Index j)) {
    Layer rest = p.right;
    rest.mask.causal = false;
    const Reference others(rest);
    mask_with(p, [&](Index b, Index h, Index i, Index j) {
        return hidden_there(i, j) ? hidden : others.array(mask, b, h)(i, j);
    });
}

bool pads(const Planting& p, Index b, Index j) {
    return p.right.mask.padding[static_cast<std::size_t>(b)](0, j) == minus_infinity;
}

void softmax_along(Planting& p, const std::function<bool(Index db, Index dh, Index di, Index dj)>& together) {
    p.give(A, [&](Index b, Index h, Index i, Index j) {
        double largest = hidden;
        double sum = 0;
        for (const bool adding : {false, true})
            for (Index b2 = 0; b2 < p.n.B; ++b2)
                for (Index h2 = 0; h2 < p.n.H; ++h2)
                    for (Index i2 = 0; i2 < p.n.S_q; ++i2)
                        for (Index j2 = 0; j2 < p.n.S_k; ++j2) {
                            if (!together(b2 - b, h2 - h, i2 - i, j2 - j))
                                continue;
                            const double value = p.at(masked, b2, h2, i2, j2);
                            if (!adding)
                                largest = std::max(largest, value);
                            else if (largest != hidden)
                                sum += std::exp(value - largest);
                        }
        return sum == 0 ? std::nan("") : std::exp(p.at(masked, b, h, i, j) - largest) / sum;
    });
}

/// Attends over the items at the same position instead of over tokens, as without batch_first.
void forget_batch_first(Planting& p) {
    p.give(O, [&](Index b, Index h, Index i, Index c) {
        std::vector<double> shares;
        double largest = hidden;
        for (Index b2 = 0; b2 < p.n.B; ++b2) {
            double score = 0;
            for (Index k = 0; k < p.n.d_k; ++k)
                score += p.at(Q, b, h, i, k) * p.at(K, b2, p.holder(h), i, k);
            shares.push_back(score * p.scale());
            largest = std::max(largest, shares.back());
        }
        double sum = 0;
        double mixed = 0;
        for (Index b2 = 0; b2 < p.n.B; ++b2) {
            const double share = std::exp(shares[static_cast<std::size_t>(b2)] - largest);
            sum += share;
            mixed += share * p.at(V, b2, p.holder(h), i, c);
        }
        return mixed / sum;
    });
}

void add_input(Planting& p, ArrayId input) {
    p.give(Y, [&](Index b, Index, Index i, Index d) { return p.at(Y, b, 0, i, d) + p.at(input, b, 0, i, d); });
}

void drop_out(Planting& p, ArrayId stage, double factor) {
    p.give(stage, [&](Index b, Index h, Index i, Index j) {
        return random_index(p.random, 0, 9) < 3 ? 0 : p.at(stage, b, h, i, j) * factor;
    });
}

template <bool (*hides_it)(Index, Index)>
void plant_triangle(Planting& p) {
    triangle(p, hides_it);
}

const std::array table{
    PlantedSlip{"scores-transposed", "", wish_plain_scores,
                [](Planting& p) {
                    p.give(scores, [&](Index b, Index h, Index i, Index j) { return p.at(scores, b, h, j, i); });
                }},
    PlantedSlip{"K-not-transposed", "",
                [](Wishes& wishes) {
                    wish_plain_scores(wishes);
                    wishes.kind.sizes.S_q = wishes.kind.sizes.d_k = 4;
                },
                [](Planting& p) {
                    p.give(scores, [&](Index b, Index h, Index i, Index j) {
                        double sum = 0;
                        for (Index c = 0; c < p.n.d_k; ++c)
                            sum += p.at(p.queries(), b, h, i, c) * p.at(p.keys(), b, p.holder(h), c, j);
                        return sum;
                    });
                }},
    PlantedSlip{"K-reshaped", "", wish_plain_scores,
                [](Planting& p) {
                    p.give(scores, [&](Index b, Index h, Index i, Index j) {
                        double sum = 0;
                        for (Index c = 0; c < p.n.d_k; ++c) {
                            const Index flat = c * p.n.S_k + j;
                            sum += p.at(p.queries(), b, h, i, c) *
                                   p.at(p.keys(), b, p.holder(h), flat / p.n.d_k, flat % p.n.d_k);
                        }
                        return sum;
                    });
                }},
    PlantedSlip{"one-head", "",
                [](Wishes& wishes) {
                    wish_scale(wishes);
                    wishes.kind.alibi = false;
                },
                [](Planting& p) {
                    p.give(scores, [&](Index b, Index, Index i, Index j) {
                        double sum = 0;
                        for (Index h = 0; h < p.n.H; ++h)
                            sum += p.at(scores, b, h, i, j);
                        return sum;
                    });
                    scale_by(p, 1 / root(p.n.H * p.n.d_k));
                }},
    PlantedSlip{"no-scale", "", wish_scale, [](Planting& p) { scale_by(p, 1); }},
    PlantedSlip{"divided-by-d_k", "", wish_scale, [](Planting& p) { scale_by(p, 1.0 / static_cast<double>(p.n.d_k)); }},
    PlantedSlip{"divided-by-sqrt-D", "", wish_scale, [](Planting& p) { scale_by(p, 1 / root(p.n.D)); }},
    PlantedSlip{"divided-by-sqrt-H", "", wish_heads, [](Planting& p) { scale_by(p, 1 / root(p.n.H)); }},
    PlantedSlip{"divided-by-sqrt-S", "", wish_scale, [](Planting& p) { scale_by(p, 1 / root(p.n.S_k)); }},
    PlantedSlip{"multiplied-by-sqrt-d_k", "", wish_scale, [](Planting& p) { scale_by(p, root(p.n.d_k)); }},
    PlantedSlip{"divided-by-sqrt-d_k", "",
                [](Wishes& wishes) {
                    wishes.scale = {Scale::Kind::value, 0.2F};
                },
                [](Planting& p) { scale_by(p, 1 / root(p.n.d_k)); }},
    PlantedSlip{"no-temperature", "", wish_temperature, [](Planting& p) { p.wrong.temperature = 1; }},
    PlantedSlip{"multiplied-by-temperature", "", wish_temperature,
                [](Planting& p) { p.wrong.temperature = 1 / p.right.temperature; }},

    PlantedSlip{"no-cap", "", wish_cap,
                [](Planting& p) {
                    p.give(capped, [&](Index b, Index h, Index i, Index j) { return p.at(scaled, b, h, i, j); });
                }},
    PlantedSlip{"cap-before-scale", "", wish_cap,
                [](Planting& p) {
                    p.give(capped, [&](Index b, Index h, Index i, Index j) {
                        return p.scale() * 0.7 * std::tanh(p.at(scores, b, h, i, j) / 0.7);
                    });
                }},
    PlantedSlip{"cap-after-mask", "", wish_cap_and_mask,
                [](Planting& p) {
                    p.give(masked, [&](Index b, Index h, Index i, Index j) {
                        return 0.7 *
                               std::tanh((p.at(scaled, b, h, i, j) + bias_at(p, b, h, i, j) + p.at(mask, b, h, i, j)) /
                                         0.7);
                    });
                }},
    PlantedSlip{"cap-not-multiplied", "", wish_cap,
                [](Planting& p) {
                    p.give(capped, [&](Index b, Index h, Index i, Index j) {
                        return std::tanh(p.at(scaled, b, h, i, j) / 0.7);
                    });
                }},
    PlantedSlip{"cap-clamps", "", wish_cap,
                [](Planting& p) {
                    p.give(capped, [&](Index b, Index h, Index i, Index j) {
                        return std::clamp(p.at(scaled, b, h, i, j), -0.7, 0.7);
                    });
                }},

    PlantedSlip{"no-alibi", "", wish_alibi,
                [](Planting& p) { p.give(bias, [](Index, Index, Index, Index) { return 0; }); }},
    PlantedSlip{
        "alibi-sign", "", wish_alibi,
        [](Planting& p) { p.give(bias, [&](Index b, Index h, Index i, Index j) { return -p.at(bias, b, h, i, j); }); }},
    PlantedSlip{"alibi-twice", "", wish_alibi,
                [](Planting& p) {
                    p.give(bias, [&](Index b, Index h, Index i, Index j) { return 2 * p.at(bias, b, h, i, j); });
                }},
    PlantedSlip{"alibi-before-scale", "",
                [](Wishes& wishes) {
                    wish_alibi(wishes);
                    wishes.kind.soft_cap = 0;
                },
                [](Planting& p) {
                    p.give(bias,
                           [&](Index b, Index h, Index i, Index j) { return p.scale() * p.at(bias, b, h, i, j); });
                }},
    PlantedSlip{"alibi-slopes", "2^(-8h/H) for any H", wish_alibi_of_three,
                [](Planting& p) {
                    slopes(p, [](Index h, Index heads) {
                        return std::exp2(-8.0 * static_cast<double>(h + 1) / static_cast<double>(heads));
                    });
                }},
    PlantedSlip{"alibi-slopes", "from head 0", wish_alibi,
                [](Planting& p) {
                    slopes(p, [](Index h, Index heads) {
                        return std::exp2(-8.0 * static_cast<double>(h) / static_cast<double>(heads));
                    });
                }},
    PlantedSlip{"alibi-slopes", "one for all heads", wish_alibi,
                [](Planting& p) { slopes(p, [](Index, Index) { return 1.0; }); }},

    PlantedSlip{"causal-forgotten", "", wish_causal, plant_triangle<+[](Index, Index) { return false; }>},
    PlantedSlip{"causal-added", "", wish_no_causal, plant_triangle<+[](Index i, Index j) { return i < j; }>},
    PlantedSlip{"causal-strict", "", wish_causal, plant_triangle<+[](Index i, Index j) { return i <= j; }>},
    PlantedSlip{"causal-loose", "", wish_causal, plant_triangle<+[](Index i, Index j) { return i + 1 < j; }>},
    PlantedSlip{"causal-flipped", "", wish_causal, plant_triangle<+[](Index i, Index j) { return j < i; }>},
    PlantedSlip{"causal-by-chunk", "", wish_causal, plant_triangle<+[](Index i, Index j) { return i % 4 < j; }>},
    PlantedSlip{"diagonal-hidden", "", wish_no_causal,
                [](Planting& p) {
                    mask_with(p, [&](Index b, Index h, Index i, Index j) {
                        return i == j ? hidden : p.at(mask, b, h, i, j);
                    });
                }},
    PlantedSlip{"padding-forgotten", "", wish_padding, [](Planting& p) { p.wrong.mask.padding.clear(); }},
    PlantedSlip{"window-forgotten", "", wish_window, [](Planting& p) { p.wrong.mask.window = 0; }},
    PlantedSlip{"window-off-by-one", "", wish_window, [](Planting& p) { p.wrong.mask.window = 2; }},
    PlantedSlip{"mask-forgotten", "", wish_causal_and_padding, [](Planting& p) { p.wrong.mask = {}; }},
    PlantedSlip{"mask-inverted", "", wish_causal,
                [](Planting& p) {
                    mask_with(p, [&](Index b, Index h, Index i, Index j) { return hides(p, b, h, i, j) ? 0 : hidden; });
                }},
    PlantedSlip{"mask-of-truth-values", "", wish_causal,
                [](Planting& p) {
                    mask_with(p, [&](Index b, Index h, Index i, Index j) { return hides(p, b, h, i, j) ? 0 : 1; });
                }},
    PlantedSlip{"mask-of-zero", "", wish_causal,
                [](Planting& p) {
                    p.give(masked, [&](Index b, Index h, Index i, Index j) {
                        return hides(p, b, h, i, j) ? 0 : p.at(masked, b, h, i, j);
                    });
                }},
    PlantedSlip{"hidden-above-scores", "", wish_large_scores,
                [](Planting& p) {
                    p.give(masked, [&](Index b, Index h, Index i, Index j) {
                        return hides(p, b, h, i, j) ? -1e4 : p.at(masked, b, h, i, j);
                    });
                }},
    PlantedSlip{"padding-inverted", "", wish_padding,
                [](Planting& p) {
                    for (Matrix& row : p.wrong.mask.padding) {
                        const Matrix before = row;
                        for (Index j = 0; j < row.columns(); ++j)
                            row = row.with_cell(0, j, before(0, j) == minus_infinity ? 0 : minus_infinity);
                    }
                }},
    PlantedSlip{
        "padding-on-queries", "", wish_padding_alone,
        [](Planting& p) { mask_with(p, [&](Index b, Index, Index i, Index) { return pads(p, b, i) ? -1e9 : 0; }); }},
    PlantedSlip{"padding-of-other-item", "", wish_padded_items,
                [](Planting& p) {
                    std::rotate(p.wrong.mask.padding.begin(), p.wrong.mask.padding.begin() + 1,
                                p.wrong.mask.padding.end());
                }},
    PlantedSlip{"masks-joined-by-or", "", wish_both_without_window,
                [](Planting& p) {
                    const Matrix& painted = p.right.mask.painted;
                    mask_with(p, [&](Index b, Index, Index i, Index j) {
                        const double beside = painted.empty() ? 0 : static_cast<double>(painted(i, j));
                        return j > i && pads(p, b, j) ? hidden : beside;
                    });
                }},
    PlantedSlip{"mask-row-off", "", wish_painted,
                [](Planting& p) {
                    mask_with(
                        p, [&](Index b, Index h, Index i, Index j) { return i == 0 ? 0 : p.at(mask, b, h, i - 1, j); });
                }},

    PlantedSlip{"softmax-over-columns", "", wish_plain_scores,
                [](Planting& p) {
                    softmax_along(p, [](Index db, Index dh, Index, Index dj) { return db == 0 && dh == 0 && dj == 0; });
                }},
    PlantedSlip{"softmax-over-heads", "", wish_plain_scores,
                [](Planting& p) {
                    softmax_along(p, [](Index db, Index, Index di, Index dj) { return db == 0 && di == 0 && dj == 0; });
                }},
    PlantedSlip{"softmax-over-items", "", wish_items,
                [](Planting& p) {
                    softmax_along(p, [](Index, Index dh, Index di, Index dj) { return dh == 0 && di == 0 && dj == 0; });
                }},
    PlantedSlip{
        "softmax-over-everything", "", nullptr,
        [](Planting& p) { softmax_along(p, [](Index db, Index dh, Index, Index) { return db == 0 && dh == 0; }); }},
    PlantedSlip{"mask-after-softmax", "", wish_causal,
                [](Planting& p) {
                    Layer open = p.right;
                    open.mask = {};
                    const Reference unmasked(open);
                    p.give(A, [&](Index b, Index h, Index i, Index j) {
                        return hides(p, b, h, i, j) ? 0 : unmasked.array(A, b, h)(i, j);
                    });
                }},
    PlantedSlip{"softmax-twice", "", nullptr,
                [](Planting& p) {
                    p.give_softmax_of([&](Index b, Index h, Index i, Index j) { return p.at(A, b, h, i, j); });
                }},
    PlantedSlip{"no-softmax", "", nullptr,
                [](Planting& p) {
                    p.give(A, [&](Index b, Index h, Index i, Index j) {
                        const double score = p.at(masked, b, h, i, j);
                        return score == hidden ? 0 : score;
                    });
                }},
    PlantedSlip{"no-division", "", nullptr,
                [](Planting& p) {
                    p.give(A, [&](Index b, Index h, Index i, Index j) { return std::exp(p.at(masked, b, h, i, j)); });
                }},
    PlantedSlip{"zero-attention", "", nullptr,
                [](Planting& p) {
                    p.give(A, [&](Index b, Index h, Index i, Index j) {
                        double sum = 1;
                        for (Index k = 0; k < p.n.S_k; ++k)
                            sum += std::exp(p.at(masked, b, h, i, k));
                        return std::exp(p.at(masked, b, h, i, j)) / sum;
                    });
                }},
    PlantedSlip{"A-averaged", "", nullptr,
                [](Planting& p) {
                    p.give(A, [&](Index b, Index, Index i, Index j) {
                        double sum = 0;
                        for (Index h = 0; h < p.n.H; ++h)
                            sum += p.at(A, b, h, i, j) / static_cast<double>(p.n.H);
                        return sum;
                    });
                }},
    PlantedSlip{"dropout", "rescaled", nullptr, [](Planting& p) { drop_out(p, A, 1.25); }},
    PlantedSlip{"dropout-not-rescaled", "", nullptr, [](Planting& p) { drop_out(p, A, 1); }},
    PlantedSlip{"dropout-after-W_O", "", wish_items, [](Planting& p) { drop_out(p, Y, 1.25); }},
    PlantedSlip{"A-transposed", "", wish_plain_scores,
                [](Planting& p) {
                    p.give(O, [&](Index b, Index h, Index i, Index c) {
                        double sum = 0;
                        for (Index j = 0; j < p.n.S_k; ++j)
                            sum += p.at(A, b, h, j, i) * p.at(p.values(), b, p.holder(h), j, c);
                        return sum;
                    });
                }},
    PlantedSlip{"batch-first", "",
                [](Wishes& wishes) {
                    wish_plain(wishes);
                    wish_items(wishes);
                },
                forget_batch_first},
    PlantedSlip{"batch-first", "one item",
                [](Wishes& wishes) {
                    wish_plain(wishes);
                    wishes.kind.sizes.B = 1;
                },
                forget_batch_first},
    PlantedSlip{"concat-reshaped", "", nullptr,
                [](Planting& p) {
                    const ArrayId from = p.has(O_gated) ? O_gated : O;
                    p.give(concat, [&, from](Index b, Index, Index i, Index k) {
                        const Index flat = i * p.n.H * p.n.d_v + k;
                        return p.at(from, b, flat / (p.n.S_q * p.n.d_v), flat / p.n.d_v % p.n.S_q, flat % p.n.d_v);
                    });
                }},
    PlantedSlip{"concat-interleaved", "", nullptr,
                [](Planting& p) {
                    const ArrayId from = p.has(O_gated) ? O_gated : O;
                    p.give(concat, [&, from](Index b, Index, Index i, Index k) {
                        return p.at(from, b, k % p.n.H, i, k / p.n.H);
                    });
                }},
    PlantedSlip{
        "no-W_O", "", wish_square,
        [](Planting& p) { p.give(Y, [&](Index b, Index, Index i, Index d) { return p.at(concat, b, 0, i, d); }); }},
    PlantedSlip{"residual", "", nullptr, [](Planting& p) { add_input(p, X); }},
    PlantedSlip{"residual", "before the norm", wish_norm, [](Planting& p) { add_input(p, resid_pre); }},
};

double uniform(Planting& p, double most) {
    return std::uniform_real_distribution<double>(-most, most)(p.random);
}

void add_noise(Planting& p, ArrayId stage, double most) {
    p.give(stage,
           [&, stage](Index b, Index h, Index i, Index j) { return p.at(stage, b, h, i, j) + uniform(p, most); });
}

double in_half(double number) {
    if (number == 0 || !std::isfinite(number))
        return number;
    const double unit = std::ldexp(1.0, std::ilogb(number) - 10);
    return std::nearbyint(number / unit) * unit;
}

void round_stage(Planting& p, ArrayId stage) {
    p.give(stage, [&, stage](Index b, Index h, Index i, Index j) { return in_half(p.at(stage, b, h, i, j)); });
}

const std::array without_name{
    PlantedSlip{"float16-inside", "queries, keys and values", nullptr,
                [](Planting& p) {
                    for (const ArrayId stage : {Q, K, V})
                        round_stage(p, stage);
                }},
    PlantedSlip{"float16", "the output", nullptr, [](Planting& p) { round_stage(p, Y); }},
    PlantedSlip{"", "nothing but NaN", nullptr,
                [](Planting& p) { p.give(Y, [](Index, Index, Index, Index) { return std::nan(""); }); }},
    PlantedSlip{"another-factor", "temperature 1.01", wish_scale, [](Planting& p) { p.wrong.temperature = 1.01F; }},
    PlantedSlip{"another-factor", "a scale with three digits",
                [](Wishes& wishes) {
                    wish_scale(wishes);
                    wishes.kind.sizes.d_k = 8;
                },
                [](Planting& p) { scale_by(p, 0.354); }},
    PlantedSlip{"", "1e-3 in the denominator", nullptr,
                [](Planting& p) {
                    p.give(A, [&](Index b, Index h, Index i, Index j) {
                        return p.at(exp, b, h, i, j) / (p.at(row_sum, b, h, i, 0) + 1e-3);
                    });
                }},
    PlantedSlip{
        "", "A + 1e-4", nullptr,
        [](Planting& p) { p.give(A, [&](Index b, Index h, Index i, Index j) { return p.at(A, b, h, i, j) + 1e-4; }); }},
    PlantedSlip{"", "1e-3 of noise in A", nullptr, [](Planting& p) { add_noise(p, A, 1e-3); }},
    PlantedSlip{"", "1e-4 of noise in V", nullptr, [](Planting& p) { add_noise(p, V, 1e-4); }},
    PlantedSlip{"", "1e-3 of noise in Q", nullptr, [](Planting& p) { add_noise(p, Q, 1e-3); }},
    PlantedSlip{"", "other weights", nullptr,
                [](Planting& p) {
                    for (HeadWeights& head : p.wrong.heads)
                        head.W_Q = random_matrix(p.random, p.n.D, p.n.d_k);
                }},
    PlantedSlip{"", "one wrong weight", nullptr,
                [](Planting& p) {
                    Matrix& weight = p.wrong.heads.front().W_V;
                    weight = weight.with_cell(0, 0, weight(0, 0) + 0.25F);
                }},
    PlantedSlip{"another-factor", "another scale", wish_scale, [](Planting& p) { scale_by(p, 0.3456); }},
    PlantedSlip{"", "a wrong Y", nullptr, [](Planting& p) { add_noise(p, Y, 1); }},
};

} // namespace

std::span<const PlantedSlip> planted_slips_of_shares() {
    return table;
}

std::span<const PlantedSlip> planted_slips_without_name() {
    return without_name;
}

} // namespace attn::test
