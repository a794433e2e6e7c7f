// The work to find a bug, or to find none: computing a whole layer takes long.

#include "core/check/check.h"

#include "core/model/arrays.h"
#include "core/tensor/compose.h"
#include "tests/core/check/naive_student.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

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

/// Random numbers that no bug explains.
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

/// Y of heads that are cut by reshaping, and joined again in the same way: a row reads rows of heads far from its own.
NdArray output_of_reshaped_heads(const Layer& layer) {
    const Trace right = test::computed(layer);
    const Sizes n = right.sizes();
    const Index d = n.d_k;
    Layer wrong = layer;
    for (const ArrayId stage : {ArrayId::Q, ArrayId::K, ArrayId::V})
        for (Index head = 0; head < n.H; ++head)
            wrong.given[{0, stage, 0, head}] = filled(n.S_q, d, [&](Index i, Index c) {
                const Index flat = (head * n.S_q + i) * d + c;
                return right.matrix({0, stage, 0, flat % (n.H * d) / d})(flat / (n.H * d), flat % d);
            });
    const Trace heads = test::computed(wrong);
    wrong.given[{0, ArrayId::concat, 0, 0}] = filled(n.S_q, n.H * d, [&](Index i, Index k) {
        const Index flat = i * n.H * d + k;
        return heads.matrix({0, ArrayId::O, 0, flat / (n.S_q * d)})(flat / d % n.S_q, flat % d);
    });
    const Matrix Y = test::computed(wrong).matrix({0, ArrayId::Y, 0, 0});
    std::vector<float> values;
    for (Index i = 0; i < Y.rows(); ++i)
        values.insert(values.end(), Y.row(i).begin(), Y.row(i).end());
    return NdArray::of({1, Y.rows(), Y.columns()}, std::move(values));
}

TEST(CheckEffort, SparesNoRowThatASlipReads) {
    std::mt19937 random(6);
    Layer layer = middling_layer(random);
    for (const bool causal : {false, true}) {
        layer.mask.causal = causal;
        const Check found = checked_alone(layer, {{"Y", output_of_reshaped_heads(layer)}}, "Y");
        ASSERT_FALSE(found.known_bugs.empty()) << causal;
        EXPECT_EQ(found.known_bugs.front().known_bug->id, "heads-reshaped");
    }
}

/// Rounding to float16 must not make a scale of .3456 the 1/√8 of the model's width.
TEST(CheckEffort, OfFloat16LetsNoScaleBeAnother) {
    test::LayerKind kind;
    kind.sizes = {.B = 1, .S_q = 7, .S_k = 7, .D = 8, .D_context = 8, .H = 2, .d_k = 5, .d_v = 5};
    for (unsigned seed = 1; seed <= 3; ++seed) {
        std::mt19937 random(seed);
        const Layer layer = test::random_layer(random, kind);
        Layer other = layer;
        other.scale = {Scale::Kind::value, 0.3456F};
        const Trace trace = test::computed(other);
        std::vector<float> shares;
        for (const Address slot : trace.slots(ArrayId::A)) {
            const Matrix A = trace.matrix(slot);
            for (Index i = 0; i < A.rows(); ++i)
                for (const float share : A.row(i)) {
                    const float unit = std::ldexp(1.0F, std::max(std::ilogb(share), -14) - 10);
                    shares.push_back(std::nearbyint(share / unit) * unit);
                }
        }
        NdArray A = NdArray::of({1, 2, 7, 7}, std::move(shares));
        A.stored = DataType::float16;
        const Check found = checked_alone(layer, {{"A", A}}, "A");
        for (const FoundSlip& one : found.known_bugs)
            EXPECT_EQ(one.known_bug->id, "another-factor") << "seed " << seed;
    }
}

TEST(CheckEffort, ComputesNothingAgainForARightAnswer) {
    std::mt19937 random(5);
    const Layer layer = middling_layer(random);
    EXPECT_EQ(checked_alone(layer, test::naive_student(layer, ""), "Y").tried_whole, 0U);
}

} // namespace
} // namespace attn
