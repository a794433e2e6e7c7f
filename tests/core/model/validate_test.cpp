#include "core/model/layer.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

using test::random_layer;

/// The error's message, or "valid".
std::string verdict(const Layer& layer) {
    const auto valid = validate(layer);
    return valid ? "valid" : valid.error().message;
}

Layer some_layer() {
    test::Random random(1);
    return random_layer(random,
                        {{.B = 2, .S_q = 4, .S_k = 4, .D = 8, .D_context = 8, .H = 2, .d_k = 3, .d_v = 5}, true});
}

TEST(Validate, AcceptsLayersOfAnyKind) {
    test::Random random(2);
    for (int round = 0; round < 100; ++round)
        EXPECT_EQ(verdict(random_layer(random, test::random_kind(random))), "valid");
}

TEST(Validate, NamesTheWeightAndBothShapes) {
    Layer layer = some_layer();
    layer.heads[1].W_K = Matrix::zeros(8, 4);
    EXPECT_EQ(verdict(layer), "W_K of head 2 has shape 8 × 4, expected 8 × 3");
    layer = some_layer();
    layer.b_O = Matrix::zeros(1, 7);
    EXPECT_EQ(verdict(layer), "b_O has shape 1 × 7, expected 1 × 8");
}

TEST(Validate, RefusesABiasThatOneHeadLacks) {
    Layer layer = some_layer();
    layer.heads[1].b_V = Matrix();
    EXPECT_EQ(verdict(layer), "b_V exists for head 1 and not for head 2");
}

TEST(Validate, RefusesItemsOfDifferentLengths) {
    Layer layer = some_layer();
    layer.sequence.items[1].pop_back();
    EXPECT_NE(verdict(layer).find("all items need the same number"), std::string::npos);
}

TEST(Validate, RefusesAWordWithoutEmbedding) {
    Layer layer = some_layer();
    layer.sequence.items[0][1] = "unheard-of";
    EXPECT_EQ(verdict(layer), "the sequence: “unheard-of” has no embedding");
}

TEST(Validate, RefusesNaNAndInfinityInMasks) {
    for (const float value : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        Layer layer = some_layer();
        layer.mask.painted = Matrix::zeros(4, 4).with_cell(0, 0, value);
        EXPECT_NE(verdict(layer).find("NaN or +∞"), std::string::npos);
    }
}

TEST(Validate, RefusesMasksOfAnotherNumber) {
    Layer layer = some_layer();
    layer.mask.given.assign(3, Matrix::zeros(4, 4));
    EXPECT_NE(verdict(layer).find("3 masks are given, expected 1, 2"), std::string::npos);
}

TEST(Validate, RefusesOneHotPositionsThatDoNotFit) {
    Layer layer = some_layer();
    layer.sequence.positions.kind = Positions::Kind::one_hot;
    EXPECT_EQ(verdict(layer), "valid");
    for (auto& item : layer.sequence.items)
        item.resize(9, "word0");
    EXPECT_NE(verdict(layer).find("8 is less than 9"), std::string::npos);
}

TEST(Validate, RefusesTemperaturesThatAreNone) {
    for (const float value : {0.0F, -1.0F, std::numeric_limits<float>::infinity(), 1e-45F}) {
        Layer layer = some_layer();
        layer.temperature = value;
        EXPECT_NE(verdict(layer), "valid") << value;
    }
}

TEST(Validate, RefusesPinsOutsideOfTheirStageAndNumbersThatAreNone) {
    Layer layer = some_layer();
    layer.pins[{0, ArrayId::A, 0, 0, 4, 0}] = 1;
    EXPECT_NE(verdict(layer).find("A/1[5,1] is pinned"), std::string::npos);
    layer = some_layer();
    layer.pins[{0, ArrayId::A, 0, 0, 0, 0}] = -std::numeric_limits<float>::infinity();
    EXPECT_NE(verdict(layer), "valid");
    layer = some_layer();
    layer.pins[{0, ArrayId::masked, 0, 0, 0, 0}] = -std::numeric_limits<float>::infinity();
    EXPECT_EQ(verdict(layer), "valid");
    layer = some_layer();
    layer.pins[{0, ArrayId::context, 0, 0, 0, 0}] = 1;
    EXPECT_NE(verdict(layer).find("there is no such stage"), std::string::npos);
}

TEST(Validate, RefusesAContextWithoutASequenceOfItsOwn) {
    Layer layer = some_layer();
    for (const Index item : {Index{0}, Index{1}})
        layer.given[{0, ArrayId::context, item, 0}] = Matrix::zeros(4, 8);
    EXPECT_EQ(verdict(layer), "context is given, but there is no context sequence");
}

TEST(Validate, RefusesAStageThatIsGivenForSomeHeadsAndComputableForNone) {
    Layer layer = some_layer();
    for (auto& head : layer.heads)
        head.W_Q = head.b_Q = Matrix();
    layer.given[{0, ArrayId::Q, 0, 0}] = Matrix::zeros(4, 3);
    EXPECT_NE(verdict(layer).find("given for some items and heads only"), std::string::npos);
}

} // namespace
} // namespace attn
