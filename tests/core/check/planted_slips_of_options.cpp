// Bugs that amount to another layer's options, order or weights.

#include "core/tensor/compose.h"
#include "tests/core/check/planting.h"

#include <array>
#include <vector>

namespace attn::test {

namespace {

using enum ArrayId;

void wish_no_context(Wishes& wishes) {
    wishes.kind.cross = false;
}
void wish_positions(Wishes& wishes) {
    wish_no_context(wishes);
    wishes.positions = Positions::Kind::sinusoidal;
}
void wish_norm(Wishes& wishes) {
    wishes.kind.norm = true;
    wishes.kind.cross = false;
}
void wish_head_norm(Wishes& wishes) {
    wishes.kind.head_norm = {Norm::Kind::rms, false, 0.01F};
}
void wish_scaled_rotary(Wishes& wishes) {
    wishes.kind.rotary = {Rotary::Pairs::halves, 0, 100, Rotary::Scaling::linear, 4};
    wishes.kind.cross = false;
}
void wish_unrotated(Wishes& wishes) {
    wishes.kind.rotary = {};
    wishes.kind.cross = false;
}
void wish_long_text(Wishes& wishes) {
    wishes.kind.sizes.S_q = 7;
    wishes.kind.cross = false;
    wishes.window = 0;
}
void wish_padded_items(Wishes& wishes) {
    wishes.kind.sizes.B = 3;
    wishes.padding = true;
}
void wish_four_plain_heads(Wishes& wishes) {
    const bool biases = wishes.kind.biases;
    wishes = {};
    wishes.kind.sizes = {1, 6, 0, 8, 0, 4, 2, 2};
    wishes.kind.biases = biases;
}

/// Gives each token the row of the token `by` before it; the outermost tokens get rows of the other end.
void roll(Planting& p, ArrayId stage, Index by) {
    const Index rows = shape_of(p.n, stage).rows;
    p.give(stage, [&](Index b, Index h, Index i, Index j) { return p.at(stage, b, h, (i - by + rows) % rows, j); });
}

void shift_gains(Planting& p) {
    for (HeadWeights& head : p.wrong.heads)
        for (Matrix* const gain : {&head.Q_norm_gain, &head.K_norm_gain})
            if (!gain->empty())
                *gain = filled(1, gain->columns(), [&, right = *gain](Index, Index c) { return right(0, c) + 1; });
}

void swap_gains(Planting& p) {
    for (std::size_t h = 0; h < p.right.heads.size(); ++h) {
        const auto first = static_cast<std::size_t>(p.holder(static_cast<Index>(h)));
        p.wrong.heads[h].Q_norm_gain = p.right.heads[first].K_norm_gain;
        p.wrong.heads[first].K_norm_gain = p.right.heads[first].Q_norm_gain;
    }
}

void repeat_masks(Planting& p) {
    p.wrong.mask = {};
    for (Index slot = 0; slot < p.n.B * p.n.H; ++slot)
        p.wrong.mask.given.push_back(
            filled(p.n.S_q, p.n.S_k, [&](Index i, Index j) { return p.at(mask, slot % p.n.B, 0, i, j); }));
}

/// Joins heads two by two.
void halve_heads(Planting& p) {
    Layer half = p.right;
    half.heads.resize(p.right.heads.size() / 2);
    for (std::size_t head = 0; head < half.heads.size(); ++head) {
        const std::array parts{p.right.heads[2 * head], p.right.heads[2 * head + 1]};
        for (const auto part : {&HeadWeights::W_Q, &HeadWeights::W_K, &HeadWeights::W_V, &HeadWeights::b_Q,
                                &HeadWeights::b_K, &HeadWeights::b_V})
            if (!(parts[0].*part).empty())
                half.heads[head].*part = side_by_side(std::array{parts[0].*part, parts[1].*part});
        half.heads[head].W_O = stacked(std::array{parts[0].W_O, parts[1].W_O});
    }
    const DoubleMatrix joined = Reference(half).array(concat, 0, 0);
    p.give(concat, [&](Index, Index, Index i, Index k) { return joined(i, k); });
}

const std::array table{
    PlantedSlip{"input-shifted", "to the one before", wish_no_context, [](Planting& p) { roll(p, X, 1); }},
    PlantedSlip{"input-shifted", "to the one behind", wish_no_context, [](Planting& p) { roll(p, X, -1); }},
    PlantedSlip{"tokens-shifted", "", wish_positions, [](Planting& p) { roll(p, E, 1); }},
    PlantedSlip{"keys-shifted", "", nullptr,
                [](Planting& p) {
                    const ArrayId values = p.values();
                    roll(p, p.keys(), 1);
                    roll(p, values, 1);
                }},
    PlantedSlip{"output-shifted", "", nullptr, [](Planting& p) { roll(p, Y, -1); }},
    PlantedSlip{"window-added", "", wish_long_text, [](Planting& p) { p.wrong.mask.window = 4; }},
    PlantedSlip{"mask-of-other-slot", "", wish_padded_items, repeat_masks},
    PlantedSlip{"rotary-unscaled", "", wish_scaled_rotary,
                [](Planting& p) { p.wrong.rotary.scaling = Rotary::Scaling::none; }},
    PlantedSlip{"rotary-added", "", wish_unrotated,
                [](Planting& p) { p.wrong.rotary = {.pairs = Rotary::Pairs::halves, .base = 10000}; }},
    PlantedSlip{"gain-from-one", "", wish_norm,
                [](Planting& p) {
                    p.wrong.norm.gain = filled(1, p.n.D, [&](Index, Index d) { return p.right.norm.gain(0, d) + 1; });
                }},
    PlantedSlip{"gain-from-one-of-heads", "", wish_head_norm, shift_gains},
    PlantedSlip{"gains-of-heads-swapped", "", wish_head_norm, swap_gains},
    PlantedSlip{"other-heads", "", wish_four_plain_heads, halve_heads},
};

} // namespace

std::span<const PlantedSlip> planted_slips_of_options() {
    return table;
}

} // namespace attn::test
