#include "core/model/structure.h"

#include "tests/random_layer.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace attn {
namespace {

Layer rotated_and_normed() {
    test::Random random(1);
    test::LayerKind kind;
    kind.rotary.pairs = Rotary::Pairs::halves;
    kind.head_norm = {Norm::Kind::rms, false, 0.25F};
    return test::random_layer(random, kind);
}

ArrayId read_as_queries(const Layer& layer) {
    return Structure(layer).recipe(ArrayId::scores).operands[0].array;
}

TEST(Structure, ReadsTheLatestOfAChainThatTheLayerAsksFor) {
    Layer layer = rotated_and_normed();
    EXPECT_EQ(read_as_queries(layer), ArrayId::Q_rotated);
    EXPECT_EQ(Structure(layer).recipe(ArrayId::Q_rotated).operands[0].array, ArrayId::Q_normed);
    layer.rotary = {};
    EXPECT_EQ(read_as_queries(layer), ArrayId::Q_normed);
    layer.head_norm = {};
    EXPECT_EQ(read_as_queries(layer), ArrayId::Q);
}

TEST(Structure, ReadsNothingInThePlaceOfWhatCannotBeMade) {
    Layer layer = rotated_and_normed();
    for (HeadWeights& head : layer.heads)
        head.Q_norm_gain = Matrix();
    const Structure structure(layer);
    EXPECT_TRUE(structure.has(ArrayId::Q));
    for (const ArrayId array : {ArrayId::Q_normed, ArrayId::Q_rotated, ArrayId::scores, ArrayId::A, ArrayId::O})
        EXPECT_FALSE(structure.has(array)) << array_name(array);
}

TEST(Structure, ReadsWhatIsGivenWholeThoughNoOptionAsksForIt) {
    Layer layer = rotated_and_normed();
    layer.rotary = {};
    layer.head_norm = {};
    layer.given[{0, ArrayId::Q_rotated, 0, 0}] = Matrix::zeros(4, 4);
    EXPECT_EQ(read_as_queries(layer), ArrayId::Q) << "given for one of two heads";
    layer.given[{0, ArrayId::Q_rotated, 0, 1}] = Matrix::zeros(4, 4);
    EXPECT_EQ(read_as_queries(layer), ArrayId::Q_rotated);
}

TEST(Structure, EveryOperationReadsItsOperandsInOneRecipe) {
    for (const Array& row : stages())
        for (const RecipeRow& recipe : row.recipes)
            EXPECT_EQ(std::ranges::count(row.recipes, recipe.operation, &RecipeRow::operation), 1) << row.name;
}

} // namespace
} // namespace attn
