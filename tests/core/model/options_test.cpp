#include "core/model/options.h"

#include "core/engine/engine.h"
#include "core/model/structure.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(Options, EachIsFoundByItsNameAndStandsWhereItsNumberSays) {
    for (std::size_t i = 0; i < options().size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(options()[i].id), i);
        EXPECT_EQ(find_option(options()[i].name), &options()[i]);
    }
    EXPECT_EQ(find_option("gain"), nullptr);
}

TEST(Options, SwitchedOnAndOffAgainLeaveTheLayerAsItWas) {
    test::Random random(3);
    const Layer plain = test::random_layer(random, {});
    const Trace before = Engine(1).compute(plain);
    for (const Option& option : options()) {
        Layer layer = plain;
        ASSERT_FALSE(option.is_on(layer)) << option.name;
        ASSERT_TRUE(option.set(layer, true));
        EXPECT_TRUE(option.is_on(layer)) << option.name;
        const Trace with = Engine(1).compute(layer);
        EXPECT_FALSE(with.matrix({ArrayId::Y, 0, 0}).is_same_as(before.matrix({ArrayId::Y, 0, 0})));
        ASSERT_TRUE(option.set(layer, false));
        EXPECT_FALSE(option.is_on(layer)) << option.name;
        EXPECT_TRUE(equal_bits(Engine(1).compute(layer).matrix({ArrayId::Y, 0, 0}), before.matrix({ArrayId::Y, 0, 0})));
    }
}

TEST(Options, AGateThatKnowsNothingLetsHalfOfEverythingThrough) {
    test::Random random(4);
    Layer layer = test::random_layer(random, {});
    ASSERT_TRUE(option(OptionId::gate).set(layer, true));
    const Trace trace = Engine(1).compute(layer);
    EXPECT_EQ(trace.value({ArrayId::gate, 0, 1, 2, 3}), 0.5F);
    EXPECT_EQ(trace.value({ArrayId::O_gated, 0, 1, 2, 3}), 0.5F * trace.value({ArrayId::O, 0, 1, 2, 3}));
    EXPECT_EQ(trace.value({ArrayId::concat, 0, 0, 2, 4 + 3}), trace.value({ArrayId::O_gated, 0, 1, 2, 3}));
}

TEST(Options, SlopesOfLinearBiasesAreThoseOfThePaper) {
    test::Random random(5);
    Layer layer = test::random_layer(
        random, {.sizes = {.B = 1, .S_q = 4, .S_k = 4, .D = 8, .D_context = 8, .H = 8, .d_k = 4, .d_v = 4}});
    layer.alibi = true;
    const Trace trace = Engine(1).compute(layer);
    for (Index head = 0; head < 8; ++head) // 1/2, 1/4 … 1/256
        EXPECT_EQ(trace.value({ArrayId::bias, 0, head, 3, 1}), -2.0F / static_cast<float>(2 << head));
}

} // namespace
} // namespace attn
