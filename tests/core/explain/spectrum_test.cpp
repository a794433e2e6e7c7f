#include "core/explain/spectrum.h"

#include "core/engine/engine.h"
#include "core/explain/lenses.h"
#include "core/tensor/eigen.h"
#include "tests/random_layer.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

/// Random weights of any small shape; d_k may exceed D, and D_c may differ.
ProductWeights arbitrary_weights(WeightProduct product) {
    test::Random random(*rc::gen::arbitrary<std::uint32_t>());
    const auto D = *rc::gen::inRange<Index>(1, 9);
    const auto D_c = *rc::gen::inRange<Index>(1, 9);
    const auto width = *rc::gen::inRange<Index>(1, 12);
    if (product == WeightProduct::asking)
        return {product, test::random_matrix(random, D, width), test::random_matrix(random, D_c, width)};
    return {product, test::random_matrix(random, D_c, width), test::random_matrix(random, width, D)};
}

Eigen::MatrixXd whole_product(const ProductWeights& weights) {
    if (weights.product == WeightProduct::asking)
        return doubles(weights.first) * doubles(weights.second).transpose();
    return doubles(weights.first) * doubles(weights.second);
}

WeightProduct any_product() {
    return *rc::gen::element(WeightProduct::asking, WeightProduct::writing);
}

RC_GTEST_PROP(Spectrum, OfAProductHasItsFrobeniusNormAndItsBoundOnTheRank, ()) {
    const ProductWeights weights = arbitrary_weights(any_product());
    const auto found = spectrum(weights);
    RC_ASSERT(found.has_value());
    RC_ASSERT(std::ssize(found->values) == spectrum_size(weights));
    const Eigen::MatrixXd product = whole_product(weights);
    double sum = 0;
    for (std::size_t n = 0; n < found->values.size(); ++n) {
        sum += found->values[n] * found->values[n];
        RC_ASSERT(found->values[n] >= 0);
        if (n > 0)
            RC_ASSERT(found->values[n] <= found->values[n - 1]);
    }
    RC_ASSERT(std::abs(sum - product.squaredNorm()) <= 1e-10 * (1 + product.squaredNorm()));
    RC_ASSERT(found->effective_rank <= static_cast<double>(found->values.size()) + 1e-9);
}

TEST(Spectrum, OfZeroWeightsIsZeroAndOfEffectiveRankZero) {
    const auto found = spectrum({WeightProduct::asking, Matrix::identity(3, 2), Matrix::zeros(3, 2)});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->values, (std::vector<double>{0, 0}));
    EXPECT_EQ(found->effective_rank, 0);
}

TEST(Spectrum, OfEquallyStrongDirectionsHasTheirNumberAsEffectiveRank) {
    const auto found = spectrum({WeightProduct::writing, Matrix::identity(5, 3), Matrix::identity(3, 5)});
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->effective_rank, 3, 1e-9);
}

TEST(Spectrum, OfDependentColumnsHasAsManyValuesAsThereAreIndependentOnes) {
    test::Random random(3);
    const Matrix half = test::random_matrix(random, 6, 2);
    const Matrix W_Q = matrix_of(Eigen::MatrixXd(doubles(half) * Eigen::MatrixXd::Ones(2, 4)));
    const auto found = spectrum({WeightProduct::asking, W_Q, test::random_matrix(random, 6, 4)});
    ASSERT_TRUE(found);
    EXPECT_GT(found->values[0], 0.1);
    EXPECT_LT(found->values[1], 1e-6 * found->values[0]);
}

TEST(Spectrum, IsRefusedWhereAWeightIsNotFinite) {
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        const Matrix weights = Matrix::identity(3, 2).with_cell(1, 1, bad);
        EXPECT_FALSE(spectrum({WeightProduct::asking, weights, Matrix::identity(3, 2)}));
        EXPECT_FALSE(spectrum({WeightProduct::asking, Matrix::identity(3, 2), weights}));
    }
}

TEST(Spectrum, IsRefusedWhereTheBilinearFormIsAndSaysWhy) {
    test::Random random(5);
    test::LayerKind kind;
    const auto why_not = [](const Layer& layer, Index head = 0) {
        Engine engine;
        engine.compute(layer);
        const auto there = has_spectrum(engine.trace(), 0, head, WeightProduct::asking);
        return there ? std::string() : there.error().message;
    };
    EXPECT_EQ(why_not(test::random_layer(random, kind)), "");
    test::LayerKind rotary = kind;
    rotary.rotary = {.pairs = Rotary::Pairs::halves, .dimensions = 2};
    EXPECT_NE(why_not(test::random_layer(random, rotary)).find("rotated by their places"), std::string::npos);
    Layer pinned = test::random_layer(random, kind);
    pinned.pins[{0, ArrayId::Q, 0, 1, 0, 0}] = 3;
    EXPECT_EQ(why_not(pinned), "");
    EXPECT_NE(why_not(pinned, 1).find("a number of Q of this head is pinned"), std::string::npos);
}

TEST(Spectrum, BiasesAreNoPartOfIt) {
    test::Random random(6);
    test::LayerKind kind;
    kind.biases = true;
    const Layer layer = test::random_layer(random, kind);
    const auto found = spectrum(product_weights(layer, 0, WeightProduct::asking));
    ASSERT_TRUE(found);
    const double norm = (doubles(layer.heads[0].W_Q) * doubles(layer.heads[0].W_K).transpose()).squaredNorm();
    double sum = 0;
    for (const double value : found->values)
        sum += value * value;
    EXPECT_NEAR(sum, norm, 1e-9 * norm);
}

} // namespace
} // namespace attn
