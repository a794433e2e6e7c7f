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

} // namespace
} // namespace attn
