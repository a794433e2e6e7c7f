#include "core/engine/trace.h"

#include "core/engine/engine.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>
#include <random>

namespace attn {
namespace {

constexpr Address scaled{0, ArrayId::scaled, 0, 0};
constexpr Address masked{0, ArrayId::masked, 0, 0};
constexpr Address exponentials{0, ArrayId::exp, 0, 0};

/// Tests in which stages that are not stored are read, and the layer is edited.
class LookedAt : public testing::Test {
protected:
    static Layer random_layer() {
        std::mt19937 random(3);
        return test::random_layer(random, {});
    }

    const Trace& with_temperature(float temperature) {
        layer_.temperature = temperature;
        return engine_.compute(layer_);
    }
    void expect_fresh(Address slot) {
        EXPECT_TRUE(equal_bits(engine_.trace().matrix(slot), Engine(1).compute(layer_).matrix(slot)));
    }

    Layer layer_ = random_layer();
    Engine engine_{1};
};

using TraceTest = LookedAt;

TEST_F(TraceTest, WhatIsLookedAtInEveryEditFindsItsStorageAgain) {
    const float* const before = with_temperature(1).matrix(exponentials).view().data;
    EXPECT_EQ(with_temperature(2).matrix(exponentials).view().data, before);
    expect_fresh(exponentials);
}

TEST_F(TraceTest, WhatSomebodyHoldsStaysAsItWas) {
    const Matrix held = with_temperature(1).matrix(exponentials);
    const Matrix copy = Matrix::copy_of(held);
    const Trace kept = engine_.trace();
    with_temperature(2).matrix(exponentials);
    EXPECT_TRUE(equal_bits(held, copy));
    EXPECT_TRUE(equal_bits(kept.matrix(exponentials), copy));
    expect_fresh(exponentials);
}

TEST_F(TraceTest, ReadsWhatWasLookedAtOfItsOwnVersionAlone) {
    with_temperature(1).matrix(scaled);
    with_temperature(1).matrix(masked);
    expect_fresh(exponentials);
    with_temperature(2).matrix(masked); // the scaled scores of before are still in the cache
    expect_fresh(exponentials);
    expect_fresh(masked);
}

TEST_F(TraceTest, KnowsItsMatricesByTheirStorage) {
    const Trace& trace = with_temperature(1);
    EXPECT_EQ(trace.slot_of(trace.matrix({0, ArrayId::scores, 0, 1})), (Address{0, ArrayId::scores, 0, 1}));
    EXPECT_EQ(trace.slot_of(trace.matrix({0, ArrayId::concat, 0, 1})), (Address{0, ArrayId::concat, 0, 0}));
    EXPECT_EQ(trace.slot_of(trace.matrix(masked)), masked);
    EXPECT_EQ(trace.slot_of(trace.matrix(masked).row_block(0, 1)), std::nullopt);
    EXPECT_EQ(trace.slot_of(Matrix::copy_of(trace.matrix(masked))), std::nullopt);
    EXPECT_EQ(trace.slot_of(layer_.heads[0].W_Q), std::nullopt);
    EXPECT_EQ(trace.slot_of(Matrix()), std::nullopt);
}

TEST_F(TraceTest, KnowsNoMatrixOfBefore) {
    const Trace before = with_temperature(1);
    const Matrix shares = before.matrix({0, ArrayId::A, 0, 0});
    EXPECT_EQ(with_temperature(2).slot_of(shares), std::nullopt);
    EXPECT_EQ(before.slot_of(shares), (Address{0, ArrayId::A, 0, 0}));
}

} // namespace
} // namespace attn
