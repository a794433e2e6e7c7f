// How much is computed to find a bug, or to find none: what takes long is a layer computed whole.

#include "core/check/check.h"

#include "core/model/arrays.h"
#include "tests/core/check/naive_student.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

Layer middling_layer(std::mt19937& random) {
    test::LayerKind kind;
    kind.sizes = {.B = 1, .S_q = 24, .S_k = 24, .D = 24, .D_context = 24, .H = 3, .d_k = 8, .d_v = 8};
    kind.biases = true;
    kind.given_X = true;
    Layer layer = test::random_layer(random, kind);
    layer.mask.causal = true;
    return layer;
}

Check checked_alone(const Layer& layer, const NdArrays& arrays, std::string_view stage) {
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    const auto answer = answer_of({{std::string(stage), arrays.at(std::string(stage))}}, trace, "mine.npz");
    EXPECT_TRUE(answer);
    return check(trace, *answer);
}

/// Numbers that nothing explains.
NdArrays noise_like(const NdArrays& arrays, std::mt19937& random) {
    NdArrays noise;
    for (const auto& [name, array] : arrays) {
        std::vector<float> values;
        for (std::size_t i = 0; i < array.values.size(); ++i)
            values.push_back(std::uniform_real_distribution<float>(0, 4)(random));
        noise[name] = NdArray::of(array.shape, std::move(values));
    }
    return noise;
}

TEST(CheckEffort, ComputesNoLayerWholeForNoise) {
    std::mt19937 random(3);
    const Layer layer = middling_layer(random);
    const NdArrays noise = noise_like(test::naive_student(layer, ""), random);
    for (const char* stage : {"Q", "scores", "A", "O", "Y"}) {
        const Check found = checked_alone(layer, noise, stage);
        EXPECT_TRUE(!found.agrees() && found.known_bugs.empty()) << stage;
        EXPECT_EQ(found.tried_whole, 0U) << stage;
    }
}

TEST(CheckEffort, ComputesFewLayersWholeForABug) {
    constexpr std::size_t few = 8; // of more than a hundred; a bug has several forms
    std::mt19937 random(4);
    const Layer layer = middling_layer(random);
    for (const char* mistake :
         {"no-scale", "W_K-transposed", "softmax-over-columns", "causal-forgotten", "W_O-transposed"}) {
        const Check found = checked_alone(layer, test::naive_student(layer, mistake), "Y");
        ASSERT_FALSE(found.known_bugs.empty()) << mistake;
        EXPECT_EQ(found.known_bugs.front().known_bug->id, mistake);
        EXPECT_GE(found.tried_whole, 1U) << mistake;
        EXPECT_LE(found.tried_whole, few) << mistake;
    }
}

TEST(CheckEffort, ComputesNothingAgainForARightAnswer) {
    std::mt19937 random(5);
    const Layer layer = middling_layer(random);
    EXPECT_EQ(checked_alone(layer, test::naive_student(layer, ""), "Y").tried_whole, 0U);
}

} // namespace
} // namespace attn
