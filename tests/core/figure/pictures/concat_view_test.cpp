#include "core/model/options.h"
#include "tests/core/figure/pictures/shown.h"

// The heads' outputs, apart and joined.

namespace attn {
namespace {

using test::place_of;
using test::Shown;

TEST(Joined, IsTheStagesOwnPictureWithHeadsAboveWhatTheyBecome) {
    Shown shown = Shown::preset("by-hand");
    shown.at(ArrayId::concat);
    EXPECT_EQ(shown_picture(shown.drawing()), PictureId::joined);
    const DisplayList list = shown.draw(PictureId::joined);
    for (const std::string cell : {"O/1[1,1]", "O/2[3,2]", "concat[1,1]", "concat[3,4]"})
        EXPECT_TRUE(place_of(list, cell)) << cell;
    EXPECT_LT(place_of(list, "O/1[3,1]")->bottom(), place_of(list, "concat[1,1]")->y);
    // Apart above, side by side below.
    EXPECT_GT(place_of(list, "O/2[1,1]")->x, place_of(list, "O/1[1,2]")->right() + 4);
    EXPECT_NEAR(place_of(list, "concat[1,3]")->x, place_of(list, "concat[1,2]")->right(), 1);
}

TEST(Joined, JoinsWhatTheGatesLetThrough) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) { ASSERT_TRUE(set_option(layer, {OptionId::gate, 1})); });
    const DisplayList list = shown.at(ArrayId::concat).draw(PictureId::joined);
    EXPECT_TRUE(place_of(list, "O_gated/2[2,1]"));
    EXPECT_FALSE(place_of(list, "O/2[2,1]")) << "which is not what stands in concat";
}

TEST(Joined, SlidesFromWhereTheHeadsStandToWhereTheyBelong) {
    Shown shown = Shown::preset("by-hand");
    shown.at(ArrayId::concat);
    const DisplayList rest = shown.draw(PictureId::joined);
    const auto at = [&](float way) {
        shown.view_state().reveal = Reveal{.way = way};
        return *place_of(shown.draw(PictureId::joined), "O/2[1,1]");
    };
    EXPECT_EQ(at(0), *place_of(rest, "O/2[1,1]"));
    const Box belongs = *place_of(rest, "concat[1,3]");
    EXPECT_NEAR(at(1).x, belongs.x, 0.01);
    EXPECT_NEAR(at(1).y, belongs.y, 0.01);
    const Box half = at(0.5F);
    EXPECT_NEAR(half.y, (at(0).y + at(1).y) / 2, 0.01);
}

TEST(Joined, StacksHeadsWhereTokensAreColumns) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.columns().at(ArrayId::concat).draw(PictureId::joined);
    EXPECT_GT(place_of(list, "O/2[1,1]")->y, place_of(list, "O/1[1,2]")->bottom());
    EXPECT_GT(place_of(list, "concat[1,1]")->x, place_of(list, "O/1[3,1]")->right());
    EXPECT_NEAR(place_of(list, "concat[1,3]")->y, place_of(list, "concat[1,2]")->bottom(), 1);
}

TEST(Joined, KeepsABarThatIsTallerThanItsCellsWithinTheArea) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['word0', 'word3'], 'sizes': {'d_model': 24, 'heads': 6, "
                              "'d_k': 4, 'd_v': 4}}");
    const Box area{0, 0, 560, 400};
    for (const Item& item : shown.at(ArrayId::concat).draw(PictureId::joined, area).items)
        if (const auto* const text = std::get_if<Text>(&item.shape()))
            EXPECT_LE(typesetter().box(*text).right(), area.right() + 1) << text->text;
}

TEST(Joined, OfOneHeadIsThatHead) {
    Shown shown =
        Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 1, 'd_k': 2, 'd_v': 3}}");
    const DisplayList list = shown.at(ArrayId::concat).draw(PictureId::joined);
    test::expect_well_placed(list, "one head");
    EXPECT_EQ(place_of(list, "O/1[1,1]")->x, place_of(list, "concat[1,1]")->x);
}

} // namespace
} // namespace attn
