// Biases added at a wrong place.

#include "tests/core/check/planting.h"

#include <array>
#include <utility>
#include <vector>

namespace attn::test {

namespace {

using enum ArrayId;

void wish_biases_of_equal_widths(Wishes& wishes) {
    wishes.kind.biases = true;
    wishes.kind.cross = false;
    wishes.kind.sizes.queries_per_kv = 1;
    wishes.kind.sizes.d_v = wishes.kind.sizes.d_k;
}
void wish_square_with_biases(Wishes& wishes) {
    wishes.kind.biases = true;
    wishes.square = true;
}
void wish_biases_before_turning(Wishes& wishes) {
    wish_biases_of_equal_widths(wishes);
    wishes.kind.rotary = {Rotary::Pairs::halves, 0, 100};
    wishes.kind.sizes.d_k = wishes.kind.sizes.d_v = 4;
}
void wish_biases_before_norm(Wishes& wishes) {
    wish_biases_of_equal_widths(wishes);
    wishes.kind.rotary = {};
    wishes.kind.head_norm = {Norm::Kind::rms, false, 0.01F};
}

template <Matrix HeadWeights::*left, Matrix HeadWeights::*right>
void exchange(Planting& p) {
    for (HeadWeights& head : p.wrong.heads)
        std::swap(head.*left, head.*right);
}

/// Adds the bias to what is multiplied in the end, after norms and rotary positions.
template <Matrix HeadWeights::*bias>
void add_last(Planting& p, ArrayId last) {
    for (HeadWeights& head : p.wrong.heads)
        head.*bias = {};
    std::vector<DoubleMatrix> without;
    for (Index b = 0; b < p.n.B; ++b)
        for (Index h = 0; h < p.n.H; ++h)
            without.push_back(p.now(last, b, h));
    p.give(last, [&](Index b, Index h, Index i, Index c) {
        return without[static_cast<std::size_t>(b * p.n.H + h)](i, c) +
               static_cast<double>((p.right.heads[static_cast<std::size_t>(h)].*bias)(0, c));
    });
}

void add_after_scaling(Planting& p) {
    p.give(Q, [&](Index b, Index h, Index i, Index c) {
        const auto bias = static_cast<double>(p.right.heads[static_cast<std::size_t>(h)].b_Q(0, c));
        return p.scale() * (p.at(Q, b, h, i, c) - bias) + bias;
    });
    p.wrong.scale.kind = Scale::Kind::one;
    p.wrong.temperature = 1;
}

void add_before_W_O(Planting& p) {
    p.give(concat, [&](Index b, Index, Index i, Index k) {
        return p.at(concat, b, 0, i, k) + static_cast<double>(p.right.b_O(0, k));
    });
    p.wrong.b_O = {};
}

constexpr std::array table{
    PlantedSlip{"bias-elsewhere", "Q and K", wish_biases_of_equal_widths,
                exchange<&HeadWeights::b_Q, &HeadWeights::b_K>},
    PlantedSlip{"bias-elsewhere", "K and V", wish_biases_of_equal_widths,
                exchange<&HeadWeights::b_K, &HeadWeights::b_V>},
    PlantedSlip{"bias-elsewhere", "of queries, turned", wish_biases_before_turning,
                [](Planting& p) { add_last<&HeadWeights::b_Q>(p, Q_rotated); }},
    PlantedSlip{"bias-elsewhere", "of keys, turned", wish_biases_before_turning,
                [](Planting& p) { add_last<&HeadWeights::b_K>(p, K_rotated); }},
    PlantedSlip{"bias-elsewhere", "of queries, normed", wish_biases_before_norm,
                [](Planting& p) { add_last<&HeadWeights::b_Q>(p, Q_normed); }},
    PlantedSlip{"bias-elsewhere", "after scaling", wish_biases_of_equal_widths, add_after_scaling},
    PlantedSlip{"b_O-before-W_O", "", wish_square_with_biases, add_before_W_O},
};

} // namespace

std::span<const PlantedSlip> planted_slips_of_biases() {
    return table;
}

} // namespace attn::test
