#include "tests/core/figure/pictures/shown.h"

// A stage in Einstein's notation.

namespace attn {
namespace {

using test::count_of;
using test::says;
using test::Shown;

TEST(EinsumPicture, WritesEachLetterWithItsLength) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::scores).draw(PictureId::einsum);
    // The text bhsk,bhtk->bhst, and a line for each letter.
    EXPECT_EQ(count_of(list, "b"), 4U);
    EXPECT_EQ(count_of(list, "k"), 3U);
    EXPECT_EQ(count_of(list, "t"), 3U);
    EXPECT_EQ(count_of(list, "→"), 1U);
    EXPECT_TRUE(says(list, "tokens that read"));
    EXPECT_TRUE(says(list, "width of a query and a key"));
    EXPECT_TRUE(says(list, "summed over k: 4 terms"));
    EXPECT_EQ(count_of(list, "summed away"), 1U);
    EXPECT_EQ(count_of(list, "kept"), 4U);
    EXPECT_TRUE(says(list, R"(scores = np.einsum("bhsk,bhtk->bhst", Q, K))"));
    EXPECT_TRUE(says(list, R"(scores = torch.einsum("bhsk,bhtk->bhst", Q, K))"));
}

TEST(EinsumPicture, NamesTheLengthOfEachOfTwoSequences) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['je', 'bois'], 'sizes': {'d_model': 4, 'heads': 2}, "
                              "'context': {'tokens': ['I', 'drink']}}");
    const DisplayList keys = shown.at(ArrayId::K).draw(PictureId::einsum);
    for (const char* const piece : {"S", "k", " = 2", "D", "c", " = 4"}) // S_k = 2, D_c = 4
        EXPECT_TRUE(says(keys, piece)) << piece;
    EXPECT_FALSE(says(keys, "S = 2"));
}

TEST(EinsumPicture, OfTheOutputSumsHeadsAway) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::Y).draw(PictureId::einsum);
    EXPECT_TRUE(says(list, "summed over h: 2 terms"));
    EXPECT_TRUE(says(list, "summed over v: 2 terms"));
    EXPECT_TRUE(says(list, R"("bshv,hvd->bsd")"));
}

TEST(EinsumPicture, IsOfferedForProductsOnly) {
    Shown shown = Shown::preset("by-hand");
    for (const ArrayId stage :
         {ArrayId::Q, ArrayId::K, ArrayId::V, ArrayId::scores, ArrayId::O, ArrayId::parts, ArrayId::Y})
        EXPECT_TRUE(shown.at(stage).fits(PictureId::einsum)) << array_name(stage);
    for (const ArrayId stage : {ArrayId::X, ArrayId::scaled, ArrayId::A, ArrayId::concat})
        EXPECT_FALSE(shown.at(stage).fits(PictureId::einsum)) << array_name(stage);
}

TEST(EinsumPicture, CodeOfALowStageStaysWithinIt) {
    constexpr Box low{0, 0, 396, 330};
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::scores).draw(PictureId::einsum, low);
    for (const Item& item : list.items)
        if (std::holds_alternative<Text>(item.shape()))
            EXPECT_LE(bounds(item, typesetter()).bottom(), low.bottom());
}

} // namespace
} // namespace attn
