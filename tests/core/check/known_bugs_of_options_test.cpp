// Bugs that amount to another layer's options, order or weights. The answers are computed by such a layer.

#include "core/check/check.h"
#include "core/check/report.h"
#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "core/tensor/compose.h"
#include "tests/random_layer.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utility>

namespace attn {
namespace {

using testing::Contains;
using testing::ElementsAre;

Layer layer_of(const test::LayerKind& kind) {
    test::Random random(6);
    return test::random_layer(random, kind);
}

test::LayerKind kind_of(Index items, Index tokens, Index heads, Index queries_per_kv = 1) {
    test::LayerKind kind;
    kind.sizes = {items, tokens, tokens, 16, 16, heads, 4, 4, queries_per_kv};
    return kind;
}

NdArray array_of(const Trace& trace, ArrayId stage) {
    const Shape shape = shape_of(trace.sizes(), stage);
    std::vector<float> values;
    for (const Address slot : trace.slots(stage)) {
        const Matrix matrix = trace.matrix(slot);
        for (Index i = 0; i < shape.rows; ++i)
            values.insert(values.end(), matrix.row(i).begin(), matrix.row(i).end());
    }
    const Extent& extent = trace.extent(stage);
    return NdArray::of(row_of(stage).heads == Heads::none
                           ? std::vector<Index>{extent.items, shape.rows, shape.columns}
                           : std::vector<Index>{extent.items, extent.heads, shape.rows, shape.columns},
                       std::move(values));
}

Check checked(const Layer& right, const Layer& wrong, const std::vector<ArrayId>& stages) {
    const Trace trace = test::computed(right);
    const Trace slipped = test::computed(wrong);
    NdArrays arrays;
    for (const ArrayId stage : stages)
        arrays.emplace(array_name(stage), array_of(slipped, stage));
    Check found = check(trace, *answer_of(arrays, trace, "mine.npz"));
    EXPECT_FALSE(found.agrees());
    return found;
}

std::vector<std::string_view> ids(const std::vector<FoundSlip>& found) {
    std::vector<std::string_view> all;
    for (const FoundSlip& one : found)
        all.push_back(one.known_bug->id);
    return all;
}

/// Expects the bug to be named from Y alone, and from A and Y.
void expect_named(const Layer& right, const Layer& wrong, std::string_view id) {
    EXPECT_THAT(ids(checked(right, wrong, {ArrayId::A, ArrayId::Y}).known_bugs), ElementsAre(id));
    EXPECT_THAT(ids(checked(right, wrong, {ArrayId::Y}).known_bugs), Contains(id));
}

TEST(SlipsOfOptions, OfRotaryPositionsAreNamed) {
    test::LayerKind kind = kind_of(1, 12, 2);
    kind.rotary = {Rotary::Pairs::halves, 0, 100, Rotary::Scaling::linear, 4};
    const Layer scaled = layer_of(kind);
    Layer unscaled = scaled;
    unscaled.rotary.scaling = Rotary::Scaling::none;
    expect_named(scaled, unscaled, "rotary-unscaled");
    Layer still = scaled;
    still.rotary = {};
    Layer turned = scaled;
    turned.rotary = {.pairs = Rotary::Pairs::neighbours, .base = 10000};
    expect_named(still, turned, "rotary-added");
}

TEST(SlipsOfOptions, OfWindowsAndChunksAreNamed) {
    Layer full = layer_of(kind_of(1, 20, 2));
    full.mask.causal = true;
    Layer windowed = full;
    windowed.mask.window = 8;
    expect_named(full, windowed, "window-added");
    Layer chunked = full;
    chunked.mask = {};
    chunked.mask.given = {filled(20, 20, [](Index i, Index j) { return j > i % 10 ? minus_infinity : 0.0F; })};
    expect_named(full, chunked, "causal-by-chunk");
}

TEST(SlipsOfOptions, OfMasksRepeatedInAnotherOrderAreNamed) {
    Layer right = layer_of(kind_of(3, 6, 2));
    for (Index item = 0; item < 3; ++item)
        right.mask.padding.push_back(
            filled(1, 6, [item](Index, Index j) { return j > 3 + item - 1 ? minus_infinity : 0.0F; }));
    Layer repeated = right;
    repeated.mask = {};
    for (Index slot = 0; slot < 6; ++slot)
        repeated.mask.given.push_back(
            filled(6, 6, [&](Index, Index j) { return right.mask.padding[static_cast<std::size_t>(slot % 3)](0, j); }));
    expect_named(right, repeated, "mask-of-other-slot");
}

TEST(SlipsOfOptions, OfGroupsAndHeadsAreNamed) {
    const Layer shared = layer_of(kind_of(1, 6, 6, 2));
    Layer shifted = shared;
    for (std::size_t group = 0; group < 3; ++group) {
        const HeadWeights& other = shared.heads[2 * ((group + 1) % 3)];
        shifted.heads[2 * group].W_K = other.W_K;
        shifted.heads[2 * group].W_V = other.W_V;
    }
    expect_named(shared, shifted, "groups-shifted");

    const Layer four = layer_of(kind_of(1, 6, 4));
    Layer two = four;
    two.heads.resize(2);
    for (std::size_t head = 0; head < 2; ++head) {
        const HeadWeights& left = four.heads[2 * head];
        const HeadWeights& right = four.heads[2 * head + 1];
        HeadWeights& both = two.heads[head];
        both.W_Q = side_by_side(std::array{left.W_Q, right.W_Q});
        both.W_K = side_by_side(std::array{left.W_K, right.W_K});
        both.W_V = side_by_side(std::array{left.W_V, right.W_V});
        both.W_O = stacked(std::array{left.W_O, right.W_O});
    }
    EXPECT_THAT(ids(checked(four, two, {ArrayId::Y}).known_bugs), ElementsAre("other-heads"));
}

TEST(SlipsOfOptions, OfGainsOfHeadsAreNamed) {
    test::LayerKind kind = kind_of(1, 6, 2);
    kind.head_norm = {Norm::Kind::rms, false, 0.01F};
    const Layer right = layer_of(kind);
    Layer swapped = right;
    for (HeadWeights& head : swapped.heads)
        std::swap(head.Q_norm_gain, head.K_norm_gain);
    EXPECT_THAT(ids(checked(right, swapped, {ArrayId::Q_normed, ArrayId::K_normed}).known_bugs),
                ElementsAre("gains-of-heads-swapped"));
    Layer shifted = right;
    for (HeadWeights& head : shifted.heads)
        for (Matrix* const gain : {&head.Q_norm_gain, &head.K_norm_gain})
            *gain = filled(1, 4, [&](Index, Index c) { return (*gain)(0, c) + 1; });
    expect_named(right, shifted, "gain-from-one-of-heads");
}

TEST(SlipsOfOptions, OfAnUnknownTemperatureAreCalledAnotherFactor) {
    const Layer right = layer_of(kind_of(1, 8, 2));
    Layer warm = right;
    warm.temperature = 1.37F;
    EXPECT_THAT(ids(checked(right, warm, {ArrayId::A, ArrayId::Y}).known_bugs), ElementsAre("another-factor"));
    EXPECT_THAT(ids(checked(right, warm, {ArrayId::scaled}).known_bugs), ElementsAre("another-factor"));
}

/// The last `count` rows of each matrix of a stage.
NdArray last_rows(const Trace& trace, ArrayId stage, Index count) {
    const NdArray all = array_of(trace, stage);
    const Shape shape = shape_of(trace.sizes(), stage);
    std::vector<float> values;
    for (std::size_t n = 0; n < all.values.size(); ++n)
        if (static_cast<Index>(n) / shape.columns % shape.rows >= shape.rows - count)
            values.push_back(all.values[n]);
    std::vector<Index> lengths = all.shape;
    lengths[lengths.size() - 2] = count;
    return NdArray::of(lengths, std::move(values));
}

TEST(SlipsOfOptions, OfADecodeStepAreNamed) {
    Layer right = layer_of(kind_of(2, 9, 2));
    right.mask.causal = true;
    const Trace trace = test::computed(right);
    Layer unscaled = right;
    unscaled.scale.kind = Scale::Kind::one;
    Layer hiding = right;
    hiding.mask.given = {filled(9, 9, [](Index i, Index j) { return i == 8 && j > 0 ? minus_infinity : 0.0F; })};
    for (const Index count : {1, 3})
        for (const ArrayId stage : {ArrayId::mask, ArrayId::row_max, ArrayId::row_sum}) {
            NdArray rows = last_rows(trace, stage, count);
            const std::vector<Index> with_column = rows.shape;
            if (stage != ArrayId::mask)
                rows.shape.pop_back();
            for (const std::vector<Index>& shape : {with_column, rows.shape}) {
                rows.shape = shape;
                const auto answer = answer_of({{std::string(array_name(stage)), rows}}, trace, "mine.npz");
                ASSERT_TRUE(answer) << answer.error().message;
                EXPECT_TRUE(check(trace, *answer).agrees()) << array_name(stage);
                EXPECT_EQ(answer->find(stage)->first_row, 9 - count);
            }
        }
    for (const Index count : {1, 3})
        for (const auto& stages : {std::vector{ArrayId::A, ArrayId::O, ArrayId::Y}, {ArrayId::Y}}) {
            const auto answered = [&](const Layer& layer) {
                const Trace computed = test::computed(layer);
                NdArrays arrays;
                for (const ArrayId stage : stages)
                    arrays.emplace(array_name(stage), last_rows(computed, stage, count));
                return check(trace, *answer_of(arrays, trace, "mine.npz"));
            };
            EXPECT_TRUE(answered(right).agrees());
            EXPECT_THAT(ids(answered(unscaled).known_bugs), ElementsAre("no-scale"));
            const Check hidden = answered(hiding);
            ASSERT_FALSE(hidden.agrees());
            EXPECT_EQ(hidden.first_difference().cell.row, 8);
        }
}

TEST(SlipsOfOptions, TheWeightsOfTheLayersBesideItAreNamed) {
    test::Random random(9);
    test::LayerKind kind = kind_of(1, 8, 2);
    kind.biases = true;
    const Layer right = test::random_layer(random, kind);
    const std::vector<Layer> beside{test::random_layer(random, kind), right, test::random_layer(random, kind)};
    const Trace trace = test::computed(right);
    const auto block_beside = [&](Index behind) {
        return std::abs(behind) <= 1 ? std::optional<Block>(beside[static_cast<std::size_t>(1 + behind)])
                                     : std::nullopt;
    };
    for (const auto& [behind, form] :
         {std::pair<Index, std::string_view>{-1, "the one before"}, {1, "the one behind"}}) {
        Layer wrong = right;
        wrong.heads = beside[static_cast<std::size_t>(1 + behind)].heads;
        wrong.b_O = beside[static_cast<std::size_t>(1 + behind)].b_O;
        for (const ArrayId stage : {ArrayId::Q, ArrayId::A, ArrayId::Y}) {
            const auto answer = answer_of({{std::string(array_name(stage)), array_of(test::computed(wrong), stage)}},
                                          trace, "mine.npz");
            EXPECT_TRUE(check(trace, *answer).known_bugs.empty());
            const Check found = check(trace, *answer, {}, {}, block_beside);
            ASSERT_THAT(ids(found.known_bugs), ElementsAre("other-layer")) << array_name(stage);
            EXPECT_EQ(found.known_bugs.front().form, form);
        }
    }
}

/// Gemma 3n and others have layers with wider heads: their weights give no matrices that can be compared.
TEST(SlipsOfOptions, LayersBesideItWithOtherSizesArePassedOver) {
    test::Random random(9);
    test::LayerKind wide = kind_of(1, 8, 2);
    wide.sizes.d_k *= 2;
    wide.sizes.d_v *= 2;
    const Layer right = test::random_layer(random, kind_of(1, 8, 2));
    const Layer other = test::random_layer(random, wide);
    const Trace trace = test::computed(right);
    for (const ArrayId stage : {ArrayId::Q, ArrayId::A, ArrayId::O, ArrayId::Y}) {
        NdArray array = array_of(trace, stage);
        std::vector<float> values;
        for (const float value : array.values)
            values.push_back(value * 1.25F);
        const auto answer =
            answer_of({{std::string(array_name(stage)), NdArray::of(array.shape, std::move(values))}}, trace, "mine");
        const Check found = check(trace, *answer, {}, {}, [&](Index) { return std::optional<Block>(other); });
        EXPECT_FALSE(found.agrees()) << array_name(stage);
    }
}

TEST(SlipsOfOptions, TwoAreNamedOneAfterTheOther) {
    Layer right = layer_of(kind_of(1, 8, 2));
    right.mask.causal = true;
    right.b_O = filled(1, 16, [](Index, Index c) { return 0.1 * static_cast<double>(c + 1); });
    Layer wrong = right;
    wrong.scale.kind = Scale::Kind::one;
    wrong.b_O = {};
    const Check found = checked(right, wrong, {ArrayId::scaled, ArrayId::A, ArrayId::O, ArrayId::Y});
    EXPECT_THAT(ids(found.known_bugs), ElementsAre("no-scale"));
    EXPECT_EQ(found.second, ArrayId::Y);
    EXPECT_THAT(ids(found.second_bugs), ElementsAre("no-b_O"));
    EXPECT_THAT(report_text(found, test::computed(right)),
                testing::HasSubstr("besides   from Y on: the bias b_O is not added [no-b_O]"));
}

} // namespace
} // namespace attn
