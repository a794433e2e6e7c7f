#include "core/engine/engine.h"

#include "core/model/arrays.h"
#include "tests/core/engine/partial_changes.h"
#include "tests/random_layer.h"
#include "tests/reference/agreement.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <gtest/gtest.h>
#include <iterator>
#include <limits>
#include <rapidcheck/gtest.h>
#include <vector>

namespace attn {
namespace {

using test::changed_in_part;
using test::compute_in_pieces;
using test::first_difference;
using test::LayerKind;
using test::Random;
using test::random_layer;
using test::randomly_changed;

TEST(Engine, AgreesWithDoublePrecisionForAnyKindOfLayer) {
    Random random(1);
    for (int round = 0; round < 200; ++round) {
        Layer layer = random_layer(random, test::random_kind(random));
        for (int change = 0; change < 6; ++change)
            layer = randomly_changed(random, std::move(layer));
        ASSERT_TRUE(validate(layer)) << validate(layer).error().message;
        test::expect_matches_reference(layer, Engine(2, 0).compute(layer));
        if (HasFatalFailure())
            return;
    }
}

TEST(Engine, VersionsOfTwoEnginesAreNeverEqual) {
    Random random(4);
    const Layer layer = random_layer(random, test::random_kind(random));
    Engine one(1);
    Engine other(1);
    const Trace left = one.compute(layer);
    const Trace right = other.compute(randomly_changed(random, layer));
    for (const Array& row : stages())
        if (left.has(row.id) && right.has(row.id))
            EXPECT_NE(left.version({0, row.id, 0, 0}), right.version({0, row.id, 0, 0})) << row.name;
}

TEST(Engine, AgreesWithDoublePrecisionAtTheSizeOfARealHead) {
    Random random(2);
    Layer layer = random_layer(
        random, {{.B = 1, .S_q = 67, .S_k = 67, .D = 96, .D_context = 96, .H = 3, .d_k = 32, .d_v = 32}, true});
    layer.mask.causal = true;
    test::expect_matches_reference(layer, Engine(2, 0).compute(layer));
}

RC_GTEST_PROP(Engine, AnyChangesGiveTheTraceOfAFreshEngineBitForBit, (unsigned seed)) {
    Random random(seed);
    Layer layer = random_layer(random, test::random_kind(random));
    Engine engine(1);
    Engine in_two_threads(2, 0);
    for (int change = 0; change < 12; ++change) {
        Layer next = randomly_changed(random, layer);
        if (!validate(next))
            continue;
        layer = std::move(next);
        const Trace fresh = Engine(1).compute(layer);
        RC_ASSERT(first_difference(engine.compute(layer), fresh) == "");
        RC_ASSERT(first_difference(in_two_threads.compute(layer), fresh) == "");
    }
}

RC_GTEST_PROP(Engine, AnyChangesWithStopsAndReadersGiveTheTraceOfAFreshEngineBitForBit, (unsigned seed)) {
    Random random(seed);
    Layer layer = random_layer(random, test::random_kind(random));
    Engine engine(static_cast<unsigned>(test::random_index(random, 1, 3)), 0);
    Trace window = engine.compute(layer);
    const Trace baseline = window;
    const Trace alone = Engine(1).compute(layer);
    for (int change = 0; change < 12; ++change) {
        Layer next = changed_in_part(random, layer);
        if (!validate(next))
            continue;
        layer = std::move(next);
        compute_in_pieces(engine, layer, random);
        if (test::random_index(random, 0, 2) == 0) // the next change comes before this one is computed
            continue;
        const Trace fresh = Engine(1).compute(layer);
        RC_ASSERT(first_difference(engine.compute(layer), fresh) == "");
        if (test::random_index(random, 0, 1) == 0)
            window = engine.trace();
    }
    RC_ASSERT(first_difference(baseline, alone) == "");
}

/// Writes a wrong number into the trace; it stays if the row is not computed again.
void spoil(const Trace& trace, ArrayId stage, Index row) {
    const Matrix matrix = trace.matrix({0, stage, 0, 0});
    const_cast<float&>(matrix.row(row).front()) = 77; // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

bool is_spoilt(const Trace& trace, ArrayId stage, Index row) {
    return trace.matrix({0, stage, 0, 0})(row, 0) == 77;
}

TEST(Engine, RecomputesOnlyTheRowsThatAPinReaches) {
    Random random(16);
    Layer layer = random_layer(random, {});
    Engine engine(1);
    engine.compute(layer);
    for (const ArrayId id : {ArrayId::scores, ArrayId::row_max, ArrayId::A, ArrayId::O, ArrayId::parts, ArrayId::Y})
        for (const Index row : {0, 2})
            spoil(engine.trace(), id, row);
    layer.pins[{0, ArrayId::scores, 0, 0, 2, 1}] = 3;
    const Trace& after = engine.compute(layer);
    for (const ArrayId id : {ArrayId::scores, ArrayId::row_max, ArrayId::A, ArrayId::O, ArrayId::parts, ArrayId::Y}) {
        EXPECT_TRUE(is_spoilt(after, id, 0)) << array_name(id);
        EXPECT_FALSE(is_spoilt(after, id, 2)) << array_name(id);
    }
}

TEST(Engine, RecomputesOnlyTheRowsOfATokenAndItsColumnOfScores) {
    Random random(17);
    LayerKind kind;
    kind.given_X = true;
    Layer layer = random_layer(random, kind);
    Engine engine(1);
    engine.compute(layer);
    for (const ArrayId id : {ArrayId::X, ArrayId::Q, ArrayId::V, ArrayId::scores, ArrayId::A, ArrayId::Y})
        for (const Index row : {1, 3})
            spoil(engine.trace(), id, row);
    Matrix& X = layer.given[{0, ArrayId::X, 0, 0}];
    X = X.with_cell(3, 2, 0.5F);
    const Trace& after = engine.compute(layer);
    for (const ArrayId id : {ArrayId::X, ArrayId::Q, ArrayId::V, ArrayId::scores, ArrayId::A, ArrayId::Y}) {
        EXPECT_EQ(is_spoilt(after, id, 1), id != ArrayId::A && id != ArrayId::Y) << array_name(id);
        EXPECT_FALSE(is_spoilt(after, id, 3)) << array_name(id);
    }
}

/// The columns of a slot's second row that were not computed again after the edit: they still have the wrong number
/// written before it.
std::vector<Index> columns_left(Engine& engine, const Layer& edited, Address slot) {
    const Matrix before = engine.trace().matrix(slot);
    for (Index column = 0; column < before.columns(); ++column)
        const_cast<float&>(before.row(1)[static_cast<std::size_t>(column)]) = 77; // NOLINT
    const Matrix after = engine.compute(edited).matrix(slot);
    std::vector<Index> left;
    for (Index column = 0; column < after.columns(); ++column)
        if (after(1, column) == 77)
            left.push_back(column);
    return left;
}

TEST(Engine, RecomputesOnlyTheColumnThatACellOfAWeightReaches) {
    struct Case {
        Matrix HeadWeights::*edited;
        ArrayId reached;
    };
    for (const Case& one :
         {Case{&HeadWeights::W_Q, ArrayId::Q}, Case{&HeadWeights::W_K, ArrayId::K}, Case{&HeadWeights::W_V, ArrayId::V},
          Case{&HeadWeights::W_V, ArrayId::O}, Case{&HeadWeights::W_V, ArrayId::concat},
          Case{&HeadWeights::W_O, ArrayId::parts}, Case{&HeadWeights::W_O, ArrayId::Y}}) {
        Random random(18);
        Layer layer = random_layer(random, {});
        Engine engine(1);
        engine.compute(layer);
        Matrix& weights = layer.heads[0].*one.edited;
        weights = weights.with_cell(2, 1, 3.0F);
        const Index columns = shape_of(engine.trace().sizes(), one.reached).columns;
        std::vector<Index> others;
        for (Index column = 0; column < columns; ++column)
            if (column != 1)
                others.push_back(column);
        EXPECT_EQ(columns_left(engine, layer, {0, one.reached, 0, 0}), others) << array_name(one.reached);
    }
}

TEST(Engine, EndsWhereNoNumberMoves) {
    Random random(19);
    LayerKind kind;
    kind.given_X = true;
    Layer layer = random_layer(random, kind);
    layer.mask.causal = true;
    for (const bool is_read : {false, true}) {
        Engine engine(1);
        const Trace before = is_read ? engine.compute(layer) : Trace();
        engine.compute(layer);
        const Trace versions = engine.trace();
        Layer edited = layer;
        edited.pins[{0, ArrayId::scores, 0, 0, 1, 3}] = 3; // token 2 may not read token 4
        const Trace& after = engine.compute(edited);
        EXPECT_NE(after.version({0, ArrayId::scores, 0, 0}), versions.version({0, ArrayId::scores, 0, 0}));
        for (const ArrayId id : {ArrayId::row_max, ArrayId::A, ArrayId::O, ArrayId::concat, ArrayId::Y})
            EXPECT_EQ(after.version({0, id, 0, 0}), versions.version({0, id, 0, 0})) << array_name(id);
        EXPECT_EQ(first_difference(after, Engine(1).compute(edited)), "");
        // A weight that is only multiplied by zeros changes nothing.
        Matrix& X = layer.given[{0, ArrayId::X, 0, 0}];
        for (Index i = 0; i < X.rows(); ++i)
            X = X.with_cell(i, 2, 0);
        engine.compute(layer);
        const std::uint64_t version = engine.trace().version({0, ArrayId::Q, 0, 0});
        layer.heads[0].W_Q = layer.heads[0].W_Q.with_cell(2, 1, 5);
        EXPECT_EQ(engine.compute(layer).version({0, ArrayId::Q, 0, 0}), version);
    }
}

TEST(Engine, RecomputesOnlyTheHeadWhoseWeightChanged) {
    Random random(3);
    Layer layer = random_layer(random, {});
    Engine engine(2, 0);
    const Trace before = engine.compute(layer);
    layer.heads[1].W_Q = layer.heads[1].W_Q.with_cell(2, 1, 3.0F);
    const Trace& after = engine.compute(layer);
    for (const ArrayId id : {ArrayId::Q, ArrayId::scores, ArrayId::scaled, ArrayId::masked, ArrayId::row_max,
                             ArrayId::exp, ArrayId::row_sum, ArrayId::A, ArrayId::O, ArrayId::parts}) {
        EXPECT_EQ(before.version({0, id, 0, 0}), after.version({0, id, 0, 0})) << array_name(id);
        EXPECT_LT(before.version({0, id, 0, 1}), after.version({0, id, 0, 1})) << array_name(id);
    }
    for (const ArrayId id : {ArrayId::E, ArrayId::P, ArrayId::X, ArrayId::K, ArrayId::V, ArrayId::mask})
        EXPECT_EQ(before.version({0, id, 0, 1}), after.version({0, id, 0, 1})) << array_name(id);
    for (const ArrayId id : {ArrayId::concat, ArrayId::Y})
        EXPECT_LT(before.version({0, id, 0, 0}), after.version({0, id, 0, 0})) << array_name(id);
}

TEST(Engine, RecomputesOnlyTheItemWhoseTokenChanged) {
    Random random(4);
    LayerKind kind;
    kind.sizes.B = 2;
    Layer layer = random_layer(random, kind);
    layer.sequence.items[1][2] = "word0";
    Engine engine(2, 0);
    const Trace before = engine.compute(layer);
    layer.sequence.items[1][2] = "word1";
    const Trace& after = engine.compute(layer);
    EXPECT_EQ(before.version({0, ArrayId::Y, 0, 0}), after.version({0, ArrayId::Y, 0, 0}));
    EXPECT_LT(before.version({0, ArrayId::Y, 1, 0}), after.version({0, ArrayId::Y, 1, 0}));
}

TEST(Engine, RecomputesNothingForTheSameLayer) {
    Random random(5);
    const Layer layer = random_layer(random, {});
    Engine engine(1);
    const Trace before = engine.compute(layer);
    const Trace& after = engine.compute(layer);
    for (const Array& row : stages()) {
        if (after.has(row.id)) {
            EXPECT_EQ(before.version({0, row.id, 0, 0}), after.version({0, row.id, 0, 0})) << row.name;
        }
    }
}

TEST(Engine, LeavesTheTraceThatSomebodyKeptAsItWas) {
    Random random(6);
    Layer layer = random_layer(random, {});
    Engine engine(1);
    const Trace kept = engine.compute(layer);
    const Matrix scores = kept.matrix({0, ArrayId::scores, 0, 0});
    const Matrix copy = Matrix::copy_of(scores);
    const Matrix masked = Matrix::copy_of(kept.matrix({0, ArrayId::masked, 0, 0}));
    layer.heads[0].W_Q = test::random_matrix(random, 8, 4);
    layer.mask.causal = true;
    engine.compute(layer);
    EXPECT_TRUE(equal_bits(scores, copy));
    EXPECT_TRUE(equal_bits(kept.matrix({0, ArrayId::scores, 0, 0}), copy));
    EXPECT_TRUE(equal_bits(kept.matrix({0, ArrayId::masked, 0, 0}), masked));
    EXPECT_FALSE(equal_bits(engine.trace().matrix({0, ArrayId::scores, 0, 0}), copy));
}

TEST(Engine, ReusesStorageThatNobodyKeeps) {
    Random random(7);
    Layer layer = random_layer(random, {});
    Engine engine(1);
    const float* const before = engine.compute(layer).matrix({0, ArrayId::A, 0, 0}).view().data;
    layer.temperature = 2;
    EXPECT_EQ(engine.compute(layer).matrix({0, ArrayId::A, 0, 0}).view().data, before);
}

TEST(Engine, FinishesAfterItWasStopped) {
    Random random(8);
    Layer layer = random_layer(random, {});
    Engine engine(1);
    engine.compute(layer);
    layer.heads[0].W_K = test::random_matrix(random, 8, 4);
    std::stop_source stop;
    engine.compute(layer, stop.get_token(), [&](const EngineProgress&) { stop.request_stop(); });
    stop.request_stop();
    engine.compute(layer, stop.get_token());
    EXPECT_EQ(first_difference(engine.compute(layer), Engine(1).compute(layer)), "");
}

TEST(Engine, RowWithEveryKeyMaskedIsZerosAndNotNaN) {
    Random random(9);
    Layer layer = random_layer(random, {});
    layer.mask.painted = Matrix::zeros(4, 4);
    for (Index j = 0; j < 4; ++j)
        layer.mask.painted = layer.mask.painted.with_cell(1, j, minus_infinity);
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    EXPECT_EQ(trace.value({0, ArrayId::row_max, 0, 1, 1, 0}), minus_infinity);
    EXPECT_EQ(trace.value({0, ArrayId::row_sum, 0, 1, 1, 0}), 0.0F);
    for (Index j = 0; j < 4; ++j) {
        EXPECT_EQ(trace.value({0, ArrayId::exp, 0, 1, 1, j}), 0.0F);
        EXPECT_EQ(trace.value({0, ArrayId::A, 0, 1, 1, j}), 0.0F);
        EXPECT_EQ(trace.value({0, ArrayId::O, 0, 1, 1, j}), 0.0F);
    }
}

TEST(Engine, ShareOfAMaskedKeyIsExactlyZeroInEveryColumn) {
    Random random(10);
    for (Index tokens = 1; tokens < 40; ++tokens) {
        LayerKind kind;
        kind.sizes.S_q = kind.sizes.S_k = tokens;
        Layer layer = random_layer(random, kind);
        layer.mask.causal = true;
        Engine engine(1);
        const Matrix shares = engine.compute(layer).matrix({0, ArrayId::A, 0, 0});
        for (Index i = 0; i < tokens; ++i)
            for (Index j = i + 1; j < tokens; ++j)
                ASSERT_EQ(shares(i, j), 0.0F) << tokens;
    }
}

TEST(Engine, PinBeatsTheMaskAndItsRowIsNotSharedAnew) {
    Random random(11);
    Layer layer = random_layer(random, {});
    layer.mask.causal = true;
    Engine engine(1);
    const Matrix before = Matrix::copy_of(engine.compute(layer).matrix({0, ArrayId::A, 0, 0}));
    layer.pins[{0, ArrayId::A, 0, 0, 1, 3}] = 0.75F;
    const Matrix after = engine.compute(layer).matrix({0, ArrayId::A, 0, 0});
    EXPECT_EQ(after(1, 3), 0.75F);
    EXPECT_EQ(after(1, 0), before(1, 0));
    EXPECT_EQ(after(1, 1), before(1, 1));
}

TEST(Engine, PinnedCellOfConcatReachesTheOutput) {
    Random random(12);
    Layer layer = random_layer(random, {});
    Engine engine(1);
    const Matrix before = Matrix::copy_of(engine.compute(layer).matrix({0, ArrayId::Y, 0, 0}));
    layer.pins[{0, ArrayId::concat, 0, 0, 2, 5}] = 10;
    const Trace& trace = engine.compute(layer);
    const float old_value = trace.value({0, ArrayId::O, 0, 1, 2, 1});
    for (Index d = 0; d < 8; ++d)
        EXPECT_NEAR(trace.value({0, ArrayId::Y, 0, 0, 2, d}),
                    before(2, d) + (10 - old_value) * layer.heads[1].W_O(1, d), 1e-5);
}

TEST(Engine, HeadSwitchedOffHandsOverZeros) {
    Random random(13);
    Layer layer = random_layer(random, {});
    layer.heads[0].on = false;
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    const Matrix parts = trace.matrix({0, ArrayId::parts, 0, 1});
    EXPECT_TRUE(equal_bits(trace.matrix({0, ArrayId::O, 0, 0}), Matrix::zeros(4, 4)));
    EXPECT_TRUE(equal_bits(trace.matrix({0, ArrayId::Y, 0, 0}), parts));
}

TEST(Engine, GivenXHasNoEmbeddingsAndPositions) {
    Random random(14);
    LayerKind kind;
    kind.given_X = true;
    const Layer layer = random_layer(random, kind);
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    EXPECT_FALSE(trace.has(ArrayId::E));
    EXPECT_FALSE(trace.has(ArrayId::P));
    EXPECT_TRUE(equal_bits(trace.matrix({0, ArrayId::X, 0, 0}), layer.given.at({0, ArrayId::X, 0, 0})));
    EXPECT_TRUE(trace.has(ArrayId::Y));
}

TEST(Engine, NaNIsRecordedAsItSpreadsAndAnAddedMaskDoesNotHideIt) {
    Random random(15);
    LayerKind kind;
    kind.given_X = true;
    Layer layer = random_layer(random, kind);
    layer.mask.causal = true;
    auto& X = layer.given[{0, ArrayId::X, 0, 0}];
    X = X.with_cell(3, 0, std::numeric_limits<float>::quiet_NaN());
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    EXPECT_TRUE(std::isnan(trace.value({0, ArrayId::Q, 0, 0, 3, 0})));
    EXPECT_FALSE(std::isnan(trace.value({0, ArrayId::Q, 0, 0, 2, 0})));
    EXPECT_TRUE(std::isnan(trace.value({0, ArrayId::masked, 0, 0, 2, 3})));
    EXPECT_FALSE(std::isnan(trace.value({0, ArrayId::masked, 0, 0, 2, 2})));
    EXPECT_TRUE(std::isnan(trace.value({0, ArrayId::row_max, 0, 0, 2, 0})));
    EXPECT_TRUE(std::isnan(trace.value({0, ArrayId::Y, 0, 0, 0, 0})));
}

RC_GTEST_PROP(Engine, RowsOfASumToOne, (unsigned seed)) {
    Random random(seed);
    Layer layer = random_layer(random, test::random_kind(random));
    layer.mask.causal = true;
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    for (Index head = 0; head < trace.sizes().H; ++head) {
        const Matrix shares = trace.matrix({0, ArrayId::A, 0, head});
        for (Index i = 0; i < shares.rows(); ++i) {
            double sum = 0;
            for (const float share : shares.row(i))
                sum += static_cast<double>(share);
            RC_ASSERT(std::abs(sum - 1) < 1e-5);
        }
    }
}

RC_GTEST_PROP(Engine, PermutingTokensPermutesRowsOfTheOutput, (unsigned seed)) {
    Random random(seed);
    LayerKind kind = test::random_kind(random);
    kind.cross = kind.given_X = false;
    kind.rotary = {}; // a token's position would matter
    kind.alibi = false;
    kind.sizes.S_k = kind.sizes.S_q;
    kind.sizes.D_context = kind.sizes.D;
    Layer layer = random_layer(random, kind);
    auto& tokens = layer.sequence.items[0];
    Engine engine(1);
    const Matrix before = Matrix::copy_of(engine.compute(layer).matrix({0, ArrayId::Y, 0, 0}));
    const auto count = kind.sizes.S_q;
    std::rotate(tokens.begin(), tokens.begin() + 1, tokens.end());
    const Matrix after = engine.compute(layer).matrix({0, ArrayId::Y, 0, 0});
    for (Index i = 0; i < count; ++i)
        for (Index d = 0; d < after.columns(); ++d)
            RC_ASSERT(std::abs(after(i, d) - before((i + 1) % count, d)) < 1e-4F);
}

} // namespace
} // namespace attn
