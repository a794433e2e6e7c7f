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
    for (const Option& option : options()) {
        Layer layer = plain;
        const bool turns_already = option.name.starts_with("rotary-");
        if (turns_already)
            layer.rotary.pairs = Rotary::Pairs::halves;
        if (option.id >= OptionId::rotary_scaling && option.id <= OptionId::rotary_fast) {
            layer.rotary.base = 1e6F; // the second pair turns about once in texts of usual length
            if (option.id != OptionId::rotary_scaling)
                layer.rotary.scaling = Rotary::Scaling::llama3;
            layer.rotary.factor = option.id == OptionId::rotary_factor ? 1 : 4;
        }
        const auto width = static_cast<std::size_t>(sizes_of(layer).D);
        if (option.id == OptionId::norm_epsilon) {
            layer.norm.kind = Norm::Kind::rms;
            layer.norm.gain = Matrix::adopt(std::vector<float>(width, 1.0F), 1, sizes_of(layer).D);
        }
        const bool is_of_values =
            option.id == OptionId::value_norm || option.id == OptionId::value_norm_epsilon; // A reads no values
        if (option.id == OptionId::value_norm_epsilon)
            layer.V_norm.kind = Norm::Kind::rms;
        if (option.id == OptionId::pad_tokens)
            layer.sequence.items.at(0).at(0) = pad_token;
        const Trace before = Engine(1).compute(layer);
        const OptionValue usual = option.value(layer);
        ASSERT_TRUE(set_option(layer, {option.id, option.kind == Option::Kind::truth ? 1 : 2})) << option.name;
        EXPECT_TRUE(option.value(layer)) << option.name;
        ASSERT_TRUE(check_options(layer, sizes_of(layer))) << option.name;
        const Trace with = Engine(1).compute(layer);
        if (option.id != OptionId::gate && !is_of_values) // a gate's weights are zeros at first: half of everything
            EXPECT_FALSE(equal_bits(with.matrix({0, ArrayId::A, 0, 0}), before.matrix({0, ArrayId::A, 0, 0})));
        EXPECT_FALSE(equal_bits(with.matrix({0, ArrayId::Y, 0, 0}), before.matrix({0, ArrayId::Y, 0, 0})))
            << option.name;
        ASSERT_TRUE(set_option(layer, {option.id, std::nullopt}));
        EXPECT_EQ(option.value(layer), usual) << option.name;
        EXPECT_TRUE(
            equal_bits(Engine(1).compute(layer).matrix({0, ArrayId::Y, 0, 0}), before.matrix({0, ArrayId::Y, 0, 0})));
    }
}

TEST(Options, AreReadInTheWordsOfTheCommandLine) {
    const auto value = [](OptionId id, std::string_view text) { return *parse_option(option(id), text); };
    EXPECT_EQ(value(OptionId::rotary, "none"), std::nullopt);
    EXPECT_EQ(value(OptionId::rotary, "neighbours"), 2);
    EXPECT_EQ(value(OptionId::scale, "1/sqrt(d_k)"), std::nullopt);
    EXPECT_EQ(value(OptionId::scale, "none"), 1);
    EXPECT_EQ(value(OptionId::scale, "0.25"), 0.25);
    EXPECT_EQ(value(OptionId::rotary_dimensions, "4"), 4);
    EXPECT_EQ(value(OptionId::alibi, "on"), 1);
    const auto refusal = [](OptionId id, std::string_view text) {
        return parse_option(option(id), text).error().message;
    };
    EXPECT_EQ(refusal(OptionId::rotary, "both"), "“both”, expected “none”, “halves” or “neighbours”");
    EXPECT_EQ(refusal(OptionId::rotary_dimensions, "-2"), "“-2” is not a whole number, expected 0 or more");
    EXPECT_EQ(refusal(OptionId::temperature, "warm"), "“warm” is not a number");
    EXPECT_EQ(refusal(OptionId::temperature, "nan"), "“nan” is not a number");
}

TEST(Options, AGateThatKnowsNothingLetsHalfOfEverythingThrough) {
    test::Random random(4);
    Layer layer = test::random_layer(random, {});
    ASSERT_TRUE(set_option(layer, {OptionId::gate, 1}));
    const Trace trace = Engine(1).compute(layer);
    EXPECT_EQ(trace.value({0, ArrayId::gate, 0, 1, 2, 3}), 0.5F);
    EXPECT_EQ(trace.value({0, ArrayId::O_gated, 0, 1, 2, 3}), 0.5F * trace.value({0, ArrayId::O, 0, 1, 2, 3}));
    EXPECT_EQ(trace.value({0, ArrayId::concat, 0, 0, 2, 4 + 3}), trace.value({0, ArrayId::O_gated, 0, 1, 2, 3}));
}

TEST(Options, SlopesOfLinearBiasesAreThoseOfThePaper) {
    test::Random random(5);
    Layer layer = test::random_layer(
        random, {.sizes = {.B = 1, .S_q = 4, .S_k = 4, .D = 8, .D_context = 8, .H = 8, .d_k = 4, .d_v = 4}});
    layer.alibi = true;
    const Trace trace = Engine(1).compute(layer);
    for (Index head = 0; head < 8; ++head) // 1/2, 1/4 … 1/256
        EXPECT_EQ(trace.value({0, ArrayId::bias, 0, head, 3, 1}), -2.0F / static_cast<float>(2 << head));
}

} // namespace
} // namespace attn
