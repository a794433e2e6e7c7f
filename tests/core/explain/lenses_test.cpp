#include "core/explain/lenses.h"

#include "core/engine/engine.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

/// A random layer that has X and all its weights, and its trace.
struct Computed {
    Layer layer;
    Trace trace;
};

Layer arbitrary_layer() {
    test::Random random(*rc::gen::arbitrary<std::uint64_t>());
    return test::random_layer(random, test::random_kind(random));
}

Computed computed_with_lens(Layer layer) {
    Engine engine;
    engine.compute(layer);
    return {std::move(layer), engine.trace()};
}

double sum_of_products(ConstView left, Index i, ConstView right, Index j) {
    double sum = 0;
    for (Index k = 0; k < left.columns; ++k)
        sum += static_cast<double>(left(i, k)) * static_cast<double>(right(k, j));
    return sum;
}

RC_GTEST_PROP(Lenses, TermsOfTheBilinearFormAddUpToTheScore, ()) {
    const Computed given = computed_with_lens(arbitrary_layer());
    const Trace& trace = given.trace;
    RC_PRE(trace.has(ArrayId::scores));
    const Index head = *rc::gen::inRange<Index>(0, trace.sizes().H);
    const Index i = *rc::gen::inRange<Index>(0, trace.sizes().S_q);
    const Index j = *rc::gen::inRange<Index>(0, trace.sizes().S_k);
    RC_PRE(has_bilinear_form(trace, 0, head));
    const HeadAsking asking = head_asking(trace.layer(), head);
    const Bilinear form = bilinear_form(trace, asking, 0, head, i, j);
    const float sum = form.product + form.query_bias + form.key_bias + form.both_biases;
    const float score = trace.value({0, ArrayId::scores, 0, head, i, j});
    RC_ASSERT(std::abs(sum - score) <= 1e-4F * std::max(1.0F, std::abs(score)));
    RC_ASSERT(asking.M.shape() == (Shape{trace.sizes().D, trace.sizes().D_context}));
}

TEST(Lenses, BilinearFormIsNotOfferedToAnyHeadThatSharesAPinnedOrGivenK) {
    test::Random random(8);
    const test::LayerKind kind{
        {.B = 1, .S_q = 3, .S_k = 3, .D = 4, .D_context = 4, .H = 4, .d_k = 2, .d_v = 2, .queries_per_kv = 2}};
    const Layer layer = test::random_layer(random, kind);
    Layer pinned = layer;
    pinned.pins[{0, ArrayId::K, 0, 2, 1, 1}] = 3;
    Layer given = layer;
    given.given[{0, ArrayId::K, 0, 2}] = Matrix::zeros(3, 2);
    for (const Layer& changed : {pinned, given}) {
        const Trace trace = test::computed(changed);
        EXPECT_TRUE(has_bilinear_form(trace, 0, 1));
        EXPECT_FALSE(has_bilinear_form(trace, 0, 2));
        EXPECT_FALSE(has_bilinear_form(trace, 0, 3));
    }
}

RC_GTEST_PROP(Lenses, OutputIsTheSameAsASumOverHeadsAndAsOneProduct, ()) {
    const Computed given = computed_with_lens(arbitrary_layer());
    RC_PRE(given.trace.has(ArrayId::Y) && given.layer.given.empty() && given.layer.pins.empty());
    const Matrix Y = given.trace.matrix({0, ArrayId::Y, 0, 0});
    float largest = 1;
    for (Index i = 0; i < Y.rows(); ++i)
        for (const float value : Y.row(i))
            largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
    RC_ASSERT(largest_difference_of_sums(given.trace, 0) <= 2e-5F * largest);
}

TEST(Lenses, OneHeadThatSharesAsAllDoMakesTheirOutputBehindAGateToo) {
    test::Random random(5);
    // A single key has the whole weight, in each head and in one head.
    const Layer layer = test::random_layer(
        random,
        {.sizes = {.B = 1, .S_q = 1, .S_k = 1, .D = 8, .D_context = 8, .H = 2, .d_k = 4, .d_v = 4}, .gate = true});
    const OneHead one = one_head(test::computed(layer), 0);
    EXPECT_EQ(one.largest_gap_of_shares, 0);
    EXPECT_LE(one.largest_gap_of_outputs, 1e-6F);
    EXPECT_GT(one.largest_output, 1e-3F);
}

TEST(Lenses, TheOnlyHeadIsItselfAsOneHeadAndItsScoresAreCapped) {
    test::Random random(6);
    Layer layer = test::random_layer(
        random, {.sizes = {.B = 1, .S_q = 4, .S_k = 4, .D = 8, .D_context = 8, .H = 1, .d_k = 4, .d_v = 4}});
    layer.soft_cap = 0.5F; // few scores are within it
    EXPECT_LE(one_head(test::computed(layer), 0).largest_gap_of_shares, 1e-5F);
}

TEST(Lenses, TheLargestDifferenceOfSumsIsThatOfTheCellFurthestOff) {
    test::Random random(9);
    Layer layer = test::random_layer(random, {});
    const Trace plain = test::computed(layer);
    layer.pins[{0, ArrayId::Y, 0, 0, 1, 2}] = plain.value({0, ArrayId::Y, 0, 0, 1, 2}) + 3;
    layer.pins[{0, ArrayId::Y, 0, 0, 2, 5}] = plain.value({0, ArrayId::Y, 0, 0, 2, 5}) - 2;
    EXPECT_NEAR(largest_difference_of_sums(test::computed(layer), 0), 3, 1e-4);
}

RC_GTEST_PROP(Lenses, OneHeadsScoresAreTheSumOfTheHeads, ()) {
    const Computed given = computed_with_lens(arbitrary_layer());
    const Trace& trace = given.trace;
    RC_PRE(trace.has(ArrayId::scores) && trace.has(ArrayId::V));
    const OneHead one = one_head(trace, 0);
    double sum = 0;
    for (Index head = 0; head < trace.sizes().H; ++head)
        sum += static_cast<double>(trace.value({0, ArrayId::scores, 0, head, 0, 0}));
    RC_ASSERT(std::abs(static_cast<double>(one.scores(0, 0)) - sum) <= 1e-4 * std::max(1.0, std::abs(sum)));
    for (Index i = 0; i < one.A.rows(); ++i) {
        double row = 0;
        for (const float share : one.A.row(i))
            row += static_cast<double>(share);
        RC_ASSERT(std::abs(row - 1) < 1e-4 || row == 0);
    }
    if (one.Y.empty())
        return;
    // The output by the one softmax, through each head's own rows of W_O.
    const Index i = *rc::gen::inRange<Index>(0, one.Y.rows());
    const Index d = *rc::gen::inRange<Index>(0, one.Y.columns());
    double y = given.layer.b_O.empty() ? 0 : static_cast<double>(given.layer.b_O(0, d));
    for (Index head = 0; head < trace.sizes().H; ++head) {
        const ArrayId mixed = trace.has(ArrayId::V_normed) ? ArrayId::V_normed : ArrayId::V;
        const Matrix V = trace.matrix(trace.canonical(Address{0, mixed, 0, head}));
        const Matrix& W_O = parameter(given.layer, ArrayId::W_O, head);
        for (Index j = 0; j < V.rows(); ++j)
            for (Index c = 0; c < V.columns(); ++c) {
                const float open = trace.has(ArrayId::gate) ? trace.value({0, ArrayId::gate, 0, head, i, c}) : 1.0F;
                y += static_cast<double>(one.A(i, j)) * static_cast<double>(open) * static_cast<double>(V(j, c)) *
                     static_cast<double>(W_O(c, d));
            }
    }
    RC_ASSERT(std::abs(static_cast<double>(one.Y(i, d)) - y) <= 1e-3 * std::max(1.0, std::abs(y)));
}

RC_GTEST_PROP(Lenses, FusedProductCutIntoHeadsIsEachHeadsOwn, ()) {
    const Computed given = computed_with_lens(arbitrary_layer());
    const Trace& trace = given.trace;
    RC_PRE(trace.has(ArrayId::X) && trace.has(ArrayId::Q) && !given.layer.heads.front().W_Q.empty());
    const Matrix W = fused_weights(given.layer, ArrayId::W_Q);
    const Matrix X = trace.matrix({0, ArrayId::X, 0, 0});
    const Matrix all = fused_stage(trace, ArrayId::Q, 0);
    RC_ASSERT(W.columns() == all.columns());
    RC_PRE(given.layer.heads.front().b_Q.empty() && given.layer.given.empty() && given.layer.pins.empty());
    const Index last = all.columns() - 1;
    const double exact = sum_of_products(X, 0, W, last);
    RC_ASSERT(std::abs(static_cast<double>(all(0, last)) - exact) <= 1e-4 * std::max(1.0, std::abs(exact)));
}

TEST(Lenses, HeadWritesItsValueWeightsTimesItsOutputWeights) {
    Layer layer;
    layer.sequence.items = {{"a"}};
    const auto embeddings = std::make_shared<Embeddings>();
    embeddings->emplace("a", Matrix::from_rows({{1, 2}}));
    layer.sequence.embeddings = embeddings;
    HeadWeights head;
    head.W_Q = head.W_K = Matrix::identity(2, 2);
    head.W_V = Matrix::from_rows({{1, 2}, {3, 4}});
    head.W_O = Matrix::from_rows({{0, 1}, {1, 0}});
    head.b_V = Matrix::from_rows({{5, 6}});
    layer.heads = {head};
    const HeadWriting writing = head_writing(layer, 0);
    EXPECT_TRUE(equal_bits(writing.W_VO, Matrix::from_rows({{2, 1}, {4, 3}})));
    EXPECT_TRUE(equal_bits(writing.constant, Matrix::from_rows({{6, 5}})));
}

TEST(Lenses, PinnedScoresHaveNoBilinearForm) {
    Layer layer;
    layer.sequence.items = {{"a"}};
    const auto embeddings = std::make_shared<Embeddings>();
    embeddings->emplace("a", Matrix::from_rows({{1, 2}}));
    layer.sequence.embeddings = embeddings;
    HeadWeights head;
    head.W_Q = head.W_K = head.W_V = head.W_O = Matrix::identity(2, 2);
    layer.heads = {head};
    EXPECT_TRUE(has_bilinear_form(computed_with_lens(layer).trace, 0, 0));
    layer.pins[{0, ArrayId::scores, 0, 0, 0, 0}] = 1;
    EXPECT_FALSE(has_bilinear_form(computed_with_lens(layer).trace, 0, 0));
}

} // namespace
} // namespace attn
