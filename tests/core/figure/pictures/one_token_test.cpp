// The picture of one token names each row by the array in it.

#include "core/document/session/edits.h"
#include "core/model/options.h"
#include "tests/core/figure/pictures/shown.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using test::Shown;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> formulas_of(const DisplayList& list) {
    std::vector<std::string> formulas;
    for (const Item& item : list.items)
        if (const auto* const mark = std::get_if<FormulaMark>(&item.shape()))
            formulas.push_back(mark->tex);
    return formulas;
}

Shown with_option(OptionId option, double value) {
    Shown shown = Shown::preset("who-and-where");
    shown.with([&](Layer& layer) { ASSERT_TRUE(set_option(layer, {option, value})); });
    shown.at(ArrayId::A, 0, 3, 0);
    return shown;
}

TEST(OneToken, NamesQueriesAndKeysAsTheyAreCompared) {
    EXPECT_THAT(formulas_of(Shown::preset("who-and-where").at(ArrayId::A).draw(PictureId::token)),
                testing::AllOf(Contains("q_i"), Contains("k_j")));
    Shown rotated = with_option(OptionId::rotary, 1);
    const DisplayList list = rotated.draw(PictureId::token);
    EXPECT_THAT(formulas_of(list), testing::AllOf(Contains(R"(\bar{q}_i)"), Contains(R"(\bar{k}_j)"),
                                                  Not(Contains("q_i")), Not(Contains("k_j"))));
    EXPECT_THAT(formulas_of(list), Contains(HasSubstr("rotated"))) << "beside the arrow from x";
    EXPECT_TRUE(test::place_of(list, "Q_rotated/1[4,1]"));
    EXPECT_FALSE(test::place_of(list, "Q/1[4,1]"));
}

TEST(OneToken, ShowsWhatAHeadTakesHomeAndWhatItsGateLetsThrough) {
    Shown gated = with_option(OptionId::gate, 1);
    const DisplayList list = gated.draw(PictureId::token);
    EXPECT_THAT(formulas_of(list), testing::AllOf(Contains("o_i"), Contains(R"(\bar{o}_i)")));
    EXPECT_TRUE(test::place_of(list, "O/1[4,1]"));
    EXPECT_TRUE(test::place_of(list, "O_gated/1[4,1]"));
}

/// The areas of the numbers of attention weights, from left to right.
std::vector<Box> places_of_shares(const DisplayList& list) {
    std::vector<Box> places;
    for (const Item& item : list.items) {
        const auto* const text = std::get_if<Text>(&item.shape());
        const auto* const number = std::get_if<ShownNumber>(&item.says);
        if (text != nullptr && (text->text == "≈0" || (number != nullptr && number->cell.array == ArrayId::A)))
            places.push_back(typesetter().box(*text));
    }
    std::ranges::sort(places, {}, &Box::x);
    return places;
}

TEST(OneToken, SharesDoNotRunIntoOneAnother) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['the', 'bee', 'saw', 'a', 'red', 'rose'], 'sizes': "
                              "{'d_model': 8, 'heads': 2, 'd_k': 4}}");
    shown.with([](Layer& layer) { layer.temperature = 0.02F; }); // makes some of them nearly 0
    std::size_t seen = 0;
    for (const float width : {420.0F, 520.0F, 640.0F, 760.0F}) {
        const std::vector<Box> places =
            places_of_shares(shown.at(ArrayId::A, 0, 1, 0).draw(PictureId::token, {0, 0, width, 420}));
        seen += places.size();
        for (std::size_t i = 1; i < places.size(); ++i)
            EXPECT_GE(places[i].x, places[i - 1].right() + 3) << i << " in " << width;
    }
    EXPECT_GE(seen, 24U);
}

TEST(OneToken, InALowWindowSaysWhatItIsWithout) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['the', 'bees', 'saw', 'a', 'red', 'rose'], 'sizes': "
                              "{'d_model': 8, 'heads': 2, 'd_k': 4}}");
    shown.at(ArrayId::A, 1, 3, 0);
    for (const float height : {240.0F, 270.0F, 300.0F, 420.0F}) {
        const DisplayList list = shown.draw(PictureId::token, {0, 0, 500, height});
        const auto foot = test::place_of(list, "Y[4,1]");
        ASSERT_TRUE(foot) << height;
        EXPECT_LE(foot->bottom(), height) << "what comes of it stands in any height";
        const bool has_all = test::place_of(list, "masked/2[4,1]") && test::place_of(list, "K/2[1,1]");
        EXPECT_NE(test::says(list, "No room here for"), has_all) << height;
        if (!has_all)
            EXPECT_FALSE(test::place_of(list, "masked/2[4,1]")) << "it is the first to go, at " << height;
    }
}

} // namespace
} // namespace attn
