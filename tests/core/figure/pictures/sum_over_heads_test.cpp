#include "core/figure/caption.h"
#include "core/figure/figure_kinds.h"
#include "tests/core/figure/pictures/shown.h"

// The output as a sum over heads.

namespace attn {
namespace {

using test::place_of;
using test::says;
using test::Shown;

TEST(SumOverHeads, HasEveryCellOfEveryHead) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::Y).draw(PictureId::sum);
    for (const std::string cell :
         {"O/1[1,1]", "O/2[3,2]", "W_O/1[2,4]", "W_O/2[1,1]", "parts/1[1,1]", "parts/2[3,4]", "Y[1,1]", "Y[3,4]"})
        EXPECT_TRUE(place_of(list, cell)) << cell;
    // The blocks of W_O stand below each other in the order of heads.
    EXPECT_GT(place_of(list, "W_O/2[1,1]")->y, place_of(list, "W_O/1[2,1]")->y);
}

TEST(SumOverHeads, SaysHowFarTheOneProductIsApart) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::Y).draw(PictureId::sum);
    EXPECT_TRUE(says(list, "Computed the other way, as"));
    EXPECT_TRUE(says(list, ": the same numbers."));
    EXPECT_FALSE(says(list, "were given"));
}

TEST(SumOverHeads, NamesNoJoinedHeadsInNotesThatNeverJoinThem) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.in_notation_of("sum").at(ArrayId::Y).draw(PictureId::sum);
    EXPECT_TRUE(says(list, "Computed as one product, all heads side by side"));
    EXPECT_FALSE(says(list, "Computed the other way, as"));
}

TEST(SumOverHeads, SaysWhyTheTwoWaysDifferWhereAPartIsPinned) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::parts, 0, 0, 0, 0}] = 100; });
    EXPECT_TRUE(says(shown.at(ArrayId::parts).draw(PictureId::sum), "since numbers of Y or of its parts were given"));
}

TEST(SumOverHeads, OfTheOnlyHeadDoesNotTellItFromOthers) {
    const std::string session = "{'version': 1, 'tokens': ['a', 'rose'], 'sizes': {'d_model': 4, 'heads': 1}}";
    Shown shown = Shown::json(session);
    shown.at(ArrayId::Y);
    const FigureKind& kind = *find_figure_kind("sum");
    EXPECT_EQ(figure_title(shown.drawing(), kind).letters(), "Output of the only head");
    const Colour edge = head_colour(theme(Look::light), 0);
    for (const Item& item : shown.draw(PictureId::sum).items)
        if (const auto* box = std::get_if<Rectangle>(&item.shape()))
            EXPECT_FALSE(box->fill == edge || box->stroke.colour == edge);
    EXPECT_EQ(figure_title(Shown::preset("by-hand").at(ArrayId::Y).drawing(), kind).letters(),
              "Output as the sum over heads");
}

TEST(SumOverHeads, TellsHeadsApartInGreyByTheirLines) {
    Shown shown = Shown::preset("by-hand");
    shown.view_state().grey = true;
    std::size_t dashed = 0;
    for (const Item& item : shown.at(ArrayId::Y).draw(PictureId::sum).items)
        if (const auto* box = std::get_if<Rectangle>(&item.shape()))
            dashed += box->stroke.style == LineStyle::dashed ? 1 : 0;
    EXPECT_EQ(dashed, 4U); // the second head's mark, O, W_O and contribution
}

TEST(SumOverHeads, IsOfferedWhereHeadsAreSummedOnly) {
    Shown shown = Shown::preset("by-hand");
    EXPECT_TRUE(shown.at(ArrayId::Y).fits(PictureId::sum));
    EXPECT_TRUE(shown.at(ArrayId::parts).fits(PictureId::sum));
    EXPECT_FALSE(shown.at(ArrayId::O).fits(PictureId::sum));
}

TEST(SumOverHeads, NamesWeightsThatAreHigherThanTheOutputsWithinTheArea) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 8, 'heads': 2, 'd_k': 6, "
                              "'d_v': 6}}");
    const Box area{0, 0, 680, 500};
    for (const Item& item : shown.at(ArrayId::Y).draw(PictureId::sum, area).items)
        if (const auto* const text = std::get_if<Text>(&item.shape()))
            EXPECT_GE(typesetter().box(*text).y, area.y - 1) << text->text;
}

TEST(SumOverHeads, FitsItsAreaHoweverManyHeadsThereAre) {
    for (const std::string name : {"by-hand", "eight-heads", "who-and-where"})
        for (const bool columns : {false, true})
            for (const Box area : {Box{32, 20, 650, 400}, Box{0, 0, 1900, 1200}}) {
                Shown shown = Shown::preset(name);
                if (columns)
                    shown.columns();
                const DisplayList list = shown.at(ArrayId::Y).draw(PictureId::sum, area);
                const Box covered = bounds(list, typesetter());
                EXPECT_GE(covered.x, area.x - 1) << name;
                EXPECT_LE(covered.right(), area.right() + 1) << name;
                EXPECT_LE(covered.bottom(), area.bottom() + 1) << name;
            }
}

} // namespace
} // namespace attn
