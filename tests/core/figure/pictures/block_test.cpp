#include "core/explain/residual.h"
#include "core/figure/number.h"
#include "tests/core/figure/pictures/shown.h"

#include <cmath>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::says;
using test::Shown;

/// The letter t₂ of "stop": 1 in the fourth column of X, and votes of 10 · 1/(e² + 3) there in Y.
Shown four_letters() {
    Shown shown = Shown::preset("four-letters");
    shown.at(ArrayId::Y, 0, 1, 3);
    return shown;
}

bool has_symbol(const DisplayList& list, const std::string& tex) {
    return std::ranges::any_of(list.items, [&](const Item& item) {
        const auto* const mark = std::get_if<FormulaMark>(&item.shape());
        return mark != nullptr && mark->tex == tex;
    });
}

TEST(BlockPicture, AddsWhatTheLayerWritesToWhatWentPastIt) {
    Shown shown = four_letters();
    const DisplayList list = shown.draw(PictureId::block);
    EXPECT_TRUE(says(list, "1.96"));
    EXPECT_TRUE(has_symbol(list, "x_{i} + y_{i}") || has_symbol(list, "x_i + y_i"));
    for (const char* const part : {"attention: this layer", "norm: ", "MLP", "to the next block"})
        EXPECT_TRUE(says(list, part)) << part;
}

TEST(BlockPicture, SaysByWhatTheNormDivides) {
    const ResidualRow row = residual_row(four_letters().trace(), 0, 1);
    double sum = 0;
    double squares = 0;
    for (const float number : row.sum.row(0)) {
        sum += static_cast<double>(number);
        squares += static_cast<double>(number) * static_cast<double>(number);
    }
    const double mean = sum / 8;
    const double spread = std::sqrt(squares / 8 - mean * mean);
    EXPECT_NEAR(row.mean, mean, 1e-6);
    EXPECT_NEAR(row.spread, spread, 1e-6);
    EXPECT_NEAR(static_cast<double>(row.normed(0, 3)), (static_cast<double>(row.sum(0, 3)) - mean) / spread, 1e-5);
    EXPECT_TRUE(says(four_letters().draw(PictureId::block),
                     fmt::format("{}, divided by their spread, {}", fixed_number(static_cast<float>(mean), 2),
                                 fixed_number(static_cast<float>(spread), 2))));
}

TEST(BlockPicture, GoesAsFarAsWasTold) {
    Shown shown = four_letters();
    shown.view_state().block_to = BlockPart::sum;
    const DisplayList sum = shown.draw(PictureId::block);
    EXPECT_TRUE(says(sum, "1.96"));
    EXPECT_FALSE(says(sum, "norm"));
    shown.view_state().block_to = BlockPart::norm;
    const DisplayList norm = shown.draw(PictureId::block);
    EXPECT_TRUE(says(norm, "norm"));
    EXPECT_FALSE(says(norm, "MLP"));
    shown.view_state().block_to = BlockPart::mlp;
    const DisplayList mlp = shown.draw(PictureId::block);
    EXPECT_TRUE(says(mlp, "MLP"));
    EXPECT_FALSE(says(mlp, "next block"));
}

TEST(BlockPicture, KeepsWhatIsAskedForToItself) {
    Shown shown = four_letters();
    shown.view_state().hides_made = true;
    const DisplayList list = shown.draw(PictureId::block);
    EXPECT_TRUE(says(list, "0.96")) << "what is added stays";
    EXPECT_FALSE(says(list, "1.96"));
    EXPECT_FALSE(says(list, "divided by"));
}

TEST(BlockPicture, OfALayerWithANormTakesWhatStandsBeforeIt) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['rose', 'is', 'a', 'rose'], 'norm': {'kind': 'layer', 'gain': "
                              "[1, 1, 1, 1], 'bias': [0, 0, 0, 0]}, "
                              "'sizes': {'d_model': 4, 'heads': 2}}");
    shown.at(ArrayId::Y);
    ASSERT_TRUE(shown.trace().has(ArrayId::resid_pre));
    EXPECT_EQ(residual_arrays(shown.trace())->past, ArrayId::resid_pre);
    EXPECT_TRUE(says(shown.draw(PictureId::block), "norm and attention"));
}

TEST(BlockPicture, IsOfTheOutputAlone) {
    Shown shown = four_letters();
    EXPECT_FALSE(shown.at(ArrayId::concat).fits(PictureId::block));
    EXPECT_TRUE(shown.at(ArrayId::Y).fits(PictureId::block));
}

TEST(BlockPicture, OfManyColumnsHasCellsWithoutNumbers) {
    Shown shown = Shown::preset("eight-heads");
    const DisplayList list = shown.at(ArrayId::Y).draw(PictureId::block);
    EXPECT_TRUE(list.lacks_numbers);
    EXPECT_TRUE(says(list, "divided by"));
}

} // namespace
} // namespace attn
