// The norm of values, against its formula by hand.

#include "core/engine/engine.h"
#include "core/explain/explain.h"
#include "core/model/arrays.h"
#include "core/model/options.h"
#include "tests/random_layer.h"

#include <cmath>
#include <gtest/gtest.h>

namespace attn {
namespace {

Layer layer_with(Norm::Kind kind, bool gain) {
    test::Random random(7);
    test::LayerKind of;
    of.sizes.H = 4;
    of.sizes.queries_per_kv = 2;
    of.V_norm = {kind, false, 0.25F};
    of.V_gain = gain;
    return test::random_layer(random, of);
}

/// A normed value, v / √(mean of v² + ε) times the gain; for a layer norm v less its mean.
double by_hand(const Trace& trace, Index head, Index row, Index column) {
    const Layer& layer = trace.layer();
    const Matrix V = trace.matrix({0, ArrayId::V, 0, head});
    const auto count = static_cast<double>(V.columns());
    double mean = 0;
    if (layer.V_norm.kind == Norm::Kind::layer)
        for (const float v : V.row(row))
            mean += static_cast<double>(v) / count;
    double square = 0;
    for (const float v : V.row(row))
        square += (static_cast<double>(v) - mean) * (static_cast<double>(v) - mean) / count;
    const Matrix& gain = layer.heads[static_cast<std::size_t>(head)].V_norm_gain;
    return (static_cast<double>(V(row, column)) - mean) / std::sqrt(square + 0.25) *
           (gain.empty() ? 1 : static_cast<double>(gain(0, column)));
}

TEST(ValueNorm, BringsEachHeadsRowOfVToOneLength) {
    for (const Norm::Kind kind : {Norm::Kind::rms, Norm::Kind::layer})
        for (const bool gain : {false, true}) {
            const Trace trace = test::computed(layer_with(kind, gain));
            for (const Index head : trace.addresses().heads(ArrayId::V_normed)) {
                const Matrix normed = trace.matrix({0, ArrayId::V_normed, 0, head});
                for (Index i = 0; i < normed.rows(); ++i)
                    for (Index c = 0; c < normed.columns(); ++c)
                        EXPECT_NEAR(normed(i, c), by_hand(trace, head, i, c), 1e-6);
            }
        }
}

TEST(ValueNorm, IsWhatHeadsMix) {
    const Trace trace = test::computed(layer_with(Norm::Kind::rms, true));
    const Matrix A = trace.matrix({0, ArrayId::A, 0, 3});
    const Matrix normed = trace.matrix({0, ArrayId::V_normed, 0, 2}); // heads 2 and 3 share it
    double sum = 0;
    for (Index j = 0; j < A.columns(); ++j)
        sum += static_cast<double>(A(1, j)) * static_cast<double>(normed(j, 2));
    EXPECT_NEAR(trace.matrix({0, ArrayId::O, 0, 3})(1, 2), sum, 1e-6);
}

TEST(ValueNorm, OfOptionsHasNoGainAndIsGoneWhenSwitchedOff) {
    Layer layer = layer_with(Norm::Kind::off, false);
    const Trace plain = test::computed(layer);
    EXPECT_FALSE(plain.has(ArrayId::V_normed));
    ASSERT_TRUE(set_option(layer, {OptionId::value_norm, static_cast<double>(Norm::Kind::rms)}));
    const Trace normed = test::computed(layer);
    EXPECT_TRUE(normed.has(ArrayId::V_normed));
    EXPECT_FALSE(normed.has(ArrayId::V_norm_gain));
    EXPECT_FALSE(equal_bits(normed.matrix({0, ArrayId::O, 0, 0}), plain.matrix({0, ArrayId::O, 0, 0})));
    ASSERT_TRUE(set_option(layer, {OptionId::value_norm, {}}));
    EXPECT_TRUE(equal_bits(test::computed(layer).matrix({0, ArrayId::Y, 0, 0}), plain.matrix({0, ArrayId::Y, 0, 0})));
}

TEST(ValueNorm, APinInItReachesTheOutputAndIsExplained) {
    Layer layer = layer_with(Norm::Kind::rms, false);
    Engine engine(1);
    engine.compute(layer);
    const CellId pinned{0, ArrayId::V_normed, 0, 2, 1, 3};
    layer.pins[pinned] = 5;
    const Trace trace = engine.compute(layer);
    EXPECT_EQ(trace.value(pinned), 5);
    for (const Address slot : trace.slots(ArrayId::Y))
        EXPECT_TRUE(equal_bits(trace.matrix(slot), test::computed(layer).matrix(slot)));
    const Explanation explanation = explain(trace, {0, ArrayId::V_normed, 0, 0, 1, 3});
    ASSERT_EQ(explanation.terms.size(), 1U);
    EXPECT_EQ(explanation.terms[0].left.cell, (CellId{0, ArrayId::V, 0, 0, 1, 3}));
    EXPECT_NEAR(explanation.recomputed, trace.value(explanation.cell), 1e-6);
    ASSERT_EQ(explanation.feeds.size(), 2U) << "the outputs of two heads";
    EXPECT_EQ(explanation.feeds[0].stage, ArrayId::O);
    EXPECT_EQ(explain(trace, pinned).rule, Rule::pinned);
}

TEST(ValueNorm, BringsEachRowOfAllHeadsToOneLengthWhereItIsAcrossThem) {
    Layer layer = layer_with(Norm::Kind::rms, false);
    layer.V_norm.across_heads = true;
    const Trace trace = test::computed(layer);
    double square = 0;
    for (const Index head : trace.addresses().heads(ArrayId::V))
        for (const float v : trace.matrix({0, ArrayId::V, 0, head}).row(2))
            square += static_cast<double>(v) * static_cast<double>(v) / 8;
    EXPECT_NEAR(trace.matrix({0, ArrayId::V_normed, 0, 2})(2, 1),
                static_cast<double>(trace.matrix({0, ArrayId::V, 0, 2})(2, 1)) / std::sqrt(square + 0.25), 1e-6);
}

} // namespace
} // namespace attn
