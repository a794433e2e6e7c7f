// Pictures in little room, on narrow pages and in low windows, that once overlapped, were cut off or were too small to
// see, each alone.

#include "core/figure/figure.h"
#include "core/figure/heatmap.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/layout.h"
#include "tests/judge/measures.h"

#include <algorithm>
#include <fmt/core.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

using test::says;
using test::Shown;

/// The faults in the layout of a kind of figure without a width, and at every width from 8 cm that fits it, in small
/// and in large type.
std::vector<std::string> complaints_of_narrow_figures(Shown& shown, const std::string& kind, ArrayId array) {
    std::vector<std::string> all;
    bool has_room = false;
    for (const float font_size : {7.0F, 9.5F})
        for (int i = 0; i <= 16; ++i) {
            FigureRequest request;
            request.kind = kind;
            request.array = array;
            request.font_size = font_size;
            if (i > 0)
                request.width = 7.5F + 0.5F * static_cast<float>(i);
            const auto figure = lay_out(request, {shown.session(), shown.trace(), typesetter()});
            if (!figure)
                continue;
            has_room = true;
            for (const std::string& complaint : test::layout_complaints(figure->list, figure->page.area))
                all.push_back(fmt::format("{} cm, {} pt: {}", request.width.value_or(0), font_size, complaint));
        }
    EXPECT_TRUE(has_room) << kind;
    return all;
}

/// The faults in the layout of a picture in any low window, with a panel's margin around it.
std::vector<std::string> complaints_of_low_windows(Shown& shown, PictureId id, const Trace* baseline = nullptr) {
    constexpr float margin = 24;
    std::vector<std::string> all;
    for (float width = 640; width <= 1000; width += 24)
        for (float height = 390; height <= 490; height += 7) {
            const Box area{margin, margin, width, height};
            DisplayList list;
            picture(id).draw(list, shown.drawing(baseline), area);
            for (const std::string& complaint : test::layout_complaints(list, area.grown(margin)))
                all.push_back(fmt::format("{}×{}: {}", width, height, complaint));
        }
    return all;
}

TEST(Found, HeadsAreJoinedInCellsThatCanBeSeenHoweverNarrowThePage) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['多头自注意力机制', 'a', 'is', 'a', 'is', 'a', 'is', 'a'],"
                              " 'sizes': {'d_model': 5, 'heads': 6, 'd_k': 2, 'd_v': 4}}");
    EXPECT_THAT(complaints_of_narrow_figures(shown, "joined", ArrayId::concat), testing::IsEmpty());
    shown.columns();
    EXPECT_THAT(complaints_of_narrow_figures(shown, "joined", ArrayId::concat), testing::IsEmpty());
}

TEST(Found, TheNameOfAMatrixKeepsFromTheNextOnANarrowPage) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'is', 'a'], 'sizes': {'d_model': 4, 'heads': 2}}");
    shown.with([](Layer& layer) { layer.mask.causal = true; });
    for (const char* const notation : {"paper", "Txd"})
        EXPECT_THAT(complaints_of_narrow_figures(shown.in_notation_of(notation), "equation", ArrayId::masked),
                    testing::IsEmpty())
            << notation;
}

TEST(Found, TitlesOfTheAxesOfASingleCellDoNotMeet) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a'], 'sizes': {'d_model': 2, 'heads': 1}}");
    EXPECT_THAT(complaints_of_narrow_figures(shown, "heatmap", ArrayId::A), testing::IsEmpty());
    EXPECT_THAT(complaints_of_narrow_figures(shown, "wrong-axis", ArrayId::A), testing::IsEmpty());
    shown.columns();
    EXPECT_THAT(complaints_of_narrow_figures(shown, "heatmap", ArrayId::A), testing::IsEmpty());
    Shown several = Shown::json("{'version': 1, 'tokens': [['a'], ['is']], 'sizes': {'d_model': 2, 'heads': 1}}");
    EXPECT_THAT(complaints_of_narrow_figures(several, "items", ArrayId::A), testing::IsEmpty());
}

TEST(Found, ItemsOfLongWordsHaveCellsThatCanBeSeen) {
    Shown shown = Shown::json("{'version': 1, 'tokens': [['Größenordnung', 'word0'], ['注意力机制', 'a']],"
                              " 'sizes': {'d_model': 4, 'heads': 1}}");
    int pages = 0;
    for (const float width : {8.0F, 9.0F, 10.0F, 12.0F}) {
        FigureRequest request;
        request.kind = "items";
        request.array = ArrayId::A;
        request.font_size = 9.5F;
        request.width = width;
        const auto figure = lay_out(request, {shown.session(), shown.trace(), typesetter()});
        if (!figure)
            continue;
        ++pages;
        const auto cell = test::place_of(figure->list, "A/1@2[1,1]");
        ASSERT_TRUE(cell) << width;
        EXPECT_GE(std::min(cell->width, cell->height), 15.9F) << width;
    }
    EXPECT_GE(pages, 2);
}

TEST(Found, ASumThatHasNoRoomTakesNoneFromTheCells) {
    Shown shown =
        Shown::json("{'version': 1, 'seed': 7, 'tokens': ['Größe', '注意力', 'Grüße'], 'sizes': {'d_model': 6, "
                    "'heads': 2}, 'positions': 'sinusoidal'}");
    FigureRequest request;
    request.kind = "product";
    request.array = ArrayId::Q;
    request.width = 9;
    const auto figure = lay_out(request, {shown.session(), shown.trace(), typesetter()});
    ASSERT_TRUE(figure);
    const auto cell = test::place_of(figure->list, "Q/1[1,1]");
    ASSERT_TRUE(cell);
    EXPECT_GE(std::min(cell->width, cell->height), 14);
    EXPECT_FALSE(says(figure->list, "Σ ="));
}

TEST(Found, TheTitleOfANarrowMatrixKeepsFromTheBarsCaption) {
    HeatmapOptions options;
    options.columns.title = "keys: who is read";
    options.colour_bar = true;
    options.bar_caption = "all items";
    options.cell_width = 12.8F;
    for (const char* const label : {"", "a", "Größenordnung"})
        for (Index rows = 1; rows <= 12; ++rows) {
            options.matrix = Matrix::zeros(rows, 1);
            options.range = range_of(options.matrix, options.palette);
            options.cell_height = 12.8F;
            options.columns.labels = {label};
            const DisplayList list = lay_out(options, typesetter()).list;
            EXPECT_THAT(test::layout_complaints(list, bounds(list, typesetter())), testing::IsEmpty())
                << label << ", " << rows << " rows";
        }
}

TEST(Found, WordsBeneathASingleRowClearItsTitle) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['word0'], 'sizes': {'d_model': 4, 'heads': 1}, 'context': "
                              "{'tokens': ['façade', 'über', 'Größenordnung', 'über', 'Straße', 'façade', 'über']}}");
    EXPECT_THAT(complaints_of_narrow_figures(shown, "wrong-axis", ArrayId::A), testing::IsEmpty());
}

TEST(Found, NotesOnHeadsClearTheBarsCaptionInLowWindows) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['Straße', 'über', 'a', 'Größenordnung', 'is', 'Straße', 'a', "
                              "'über'], 'sizes': {'d_model': 6, 'heads': 6, 'd_k': 2, 'd_v': 2}}");
    EXPECT_THAT(complaints_of_low_windows(shown.at(ArrayId::A), PictureId::heads), testing::IsEmpty());
}

TEST(Found, WhatIsSaidBeneathTheSumOverHeadsIsSaidWhole) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'is'], 'sizes': {'d_model': 4, 'heads': 3}}");
    shown.with([](Layer& layer) {
        layer.b_O = Matrix::from_rows({{1, 2, 3, 4}});
        layer.pins[{0, ArrayId::parts, 0, 0, 0, 0}] = 2;
    });
    for (const char* const notation : {"illustrated", "nxd", "paper", "Txd"})
        EXPECT_THAT(complaints_of_low_windows(shown.in_notation_of(notation).at(ArrayId::parts), PictureId::sum),
                    testing::IsEmpty())
            << notation;
}

TEST(Found, FramesInGreyFitIntoTheCellsOfLowWindows) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'is', 'a', 'is', 'a', 'is', 'a', 'is'], 'sizes': "
                              "{'d_model': 8, 'heads': 6, 'd_k': 2, 'd_v': 2}}");
    shown.view_state().grey = true;
    EXPECT_THAT(complaints_of_low_windows(shown.at(ArrayId::parts), PictureId::sum), testing::IsEmpty());
    EXPECT_THAT(complaints_of_low_windows(shown.at(ArrayId::scaled), PictureId::spread), testing::IsEmpty());
}

TEST(Found, TitlesOfALowWindowAreShownWholeOrNotAtAll) {
    Shown before = Shown::json("{'version': 1, 'tokens': ['word2'], 'sizes': {'d_model': 6, 'heads': 1, 'd_k': 6}}");
    Shown shown = Shown::json("{'version': 1, 'tokens': ['word2'], 'sizes': {'d_model': 6, 'heads': 1, 'd_k': 6}}");
    shown.with([](Layer& layer) { layer.heads[0].W_Q = layer.heads[0].W_Q.with_cell(0, 0, 2.5F); });
    shown.view_state().shows_change = true;
    EXPECT_THAT(complaints_of_low_windows(shown.at(ArrayId::scores), PictureId::product, &before.trace()),
                testing::IsEmpty());
}

TEST(Found, TheNameOfAMatrixOfOneColumnKeepsFromTheNext) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'is', 'a', 'is', 'a', 'is', 'a', 'is'], 'sizes': "
                              "{'d_model': 4, 'heads': 3}, 'context': {'tokens': ['a']}}");
    shown.with([](Layer& layer) { layer.alibi = true; }).in_notation_of("Txd");
    EXPECT_THAT(complaints_of_low_windows(shown.at(ArrayId::masked), PictureId::equation), testing::IsEmpty());
}

TEST(Found, SharesBesideAGivenOneOfMoreThanOneAreAsLongAsTheyAre) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::A, 0, 0, 0, 0}] = 1.5F; });
    const DisplayList list = shown.at(ArrayId::A).draw(PictureId::lines);
    EXPECT_THAT(test::measure_complaints(list, test::Reference(shown.trace().layer())), testing::IsEmpty());
}

TEST(Found, TheTitleOfLowRowsOfSharesKeepsFromTheNameOfTheSum) {
    Shown shown = Shown::json("{'version': 1, 'seed': 7, 'tokens': ['rose', 'is', 'a', 'rose'], 'sizes': {'d_model': "
                              "4, 'heads': 1}}");
    FigureRequest request;
    request.kind = "values";
    request.width = 8;
    const auto figure = lay_out(request, {shown.session(), shown.trace(), typesetter()});
    ASSERT_TRUE(figure);
    Box title;
    Box name;
    for (const Item& item : figure->list.items)
        if (const auto* text = std::get_if<Text>(&item.shape());
            text != nullptr && text->direction == Direction::upright)
            title = typesetter().box(*text);
        else if (text != nullptr && text->text == "rose₁")
            name = typesetter().box(*text);
    EXPECT_FALSE(title.empty() || name.empty());
    EXPECT_TRUE(common(title, name).empty());
}

TEST(Found, TheNameOfAWeightKeepsFromTheShapeAboveItInALowDiagram) {
    Shown shown =
        Shown::json("{'version': 1, 'seed': 7, 'notation': 'paper', 'tokens': [['a', 'is', 'b', 'c', 'd', 'e'], "
                    "['a', 'is', 'b', 'c', 'd', 'e']], 'sizes': {'d_model': 6, 'heads': 1}}");
    FigureRequest request;
    request.kind = "pipeline";
    request.font_size = 8;
    request.width = 18;
    for (const float height : {16.0F, 18.0F, 20.0F}) {
        request.height = height;
        const auto figure = lay_out(request, {shown.session(), shown.trace(), typesetter()});
        if (figure)
            EXPECT_THAT(test::layout_complaints(figure->list, figure->page.area), testing::IsEmpty()) << height;
    }
}

TEST(Found, RowsOfTheTableOfAnEinsumKeepApartOnANarrowPage) {
    Shown shown = Shown::preset("by-hand");
    for (const char* const notation : {"Txd", "sum"})
        EXPECT_THAT(complaints_of_narrow_figures(shown.in_notation_of(notation), "einsum", ArrayId::O),
                    testing::IsEmpty())
            << notation;
}

constexpr const char* long_words = "{'version': 1, 'tokens': ['Gouvernement', 'embarrassing', 'Constitution', 'is',"
                                   " 'unbelievable', 'professional'], 'sizes': {'d_model': 8, 'heads': 8, 'd_k': 4}}";

/// The texts of a figure of that width, in centimetres.
std::vector<Text> texts_of(Shown& shown, const char* kind, std::optional<ArrayId> array, float width,
                           std::optional<Index> row = {}) {
    FigureRequest request;
    request.kind = kind;
    request.array = array;
    request.row = row;
    request.width = width;
    const auto figure = lay_out(request, {shown.session(), shown.trace(), typesetter()});
    std::vector<Text> texts;
    if (figure)
        for (const Item& item : figure->list.items)
            if (const auto* const text = std::get_if<Text>(&item.shape()))
                texts.push_back(*text);
    EXPECT_TRUE(figure);
    return texts;
}

TEST(Found, LongWordsBeneathTheSharesOfAProductAreTurnedAndWhole) {
    Shown shown = Shown::json(long_words);
    const std::vector<Text> texts = texts_of(shown, "product", ArrayId::O, 16);
    for (const char* const word :
         {"Gouvernement", "embarrassing", "Constitution", "is", "unbelievable", "professional"})
        EXPECT_TRUE(std::ranges::any_of(texts, [&](const Text& text) {
            return text.direction != Direction::level && text.text == word;
        })) << word;
}

TEST(Found, ANarrowProductHasItsNumbersAndAWiderOneItsSumToo) {
    Shown shown = Shown::preset("who-and-where");
    const auto terms = [&](float width) {
        return std::ranges::count(texts_of(shown, "product", ArrayId::O, width), "×", &Text::text);
    };
    EXPECT_EQ(terms(11), 4);
    Shown six = Shown::json("{'version': 1, 'tokens': ['the', 'cat', 'sat', 'on', 'the', 'mat'], 'sizes': "
                            "{'d_model': 8, 'heads': 3, 'd_k': 3}}");
    FigureRequest request;
    request.kind = "product";
    request.array = ArrayId::scores;
    for (const float width : {13.0F, 14.0F, 16.0F}) {
        request.width = width;
        const auto figure = lay_out(request, {six.session(), six.trace(), typesetter()});
        ASSERT_TRUE(figure) << width;
        EXPECT_TRUE(figure->list.prints_numbers && !figure->list.lacks_numbers) << width;
    }
    // If its numbers would be smaller than those beside them, a remark says how wide the figure must be.
    request.width = 12;
    const auto narrow = lay_out(request, {six.session(), six.trace(), typesetter()});
    ASSERT_TRUE(narrow);
    ASSERT_FALSE(narrow->remarks.empty());
    EXPECT_THAT(narrow->remarks.back(), testing::HasSubstr("At a width of 14 cm all have room."));
}

TEST(Found, ScalesOfAPageStandBeneathAPictureThatIsHigherThanItsArea) {
    Shown shown =
        Shown::json("{'version': 1, 'tokens': ['数据', '注意力', '数据', '学', '注意力', '多头自注意力机制'], "
                    "'sizes': {'d_model': 6, 'heads': 3, 'd_k': 6, 'd_v': 6}}");
    EXPECT_THAT(complaints_of_narrow_figures(shown, "product", ArrayId::Y), testing::IsEmpty());
}

TEST(Found, LongWordsAboveTheKeysOfOneTokenKeepTheirNumbers) {
    Shown shown = Shown::json(long_words);
    for (const Text& text : texts_of(shown, "token", ArrayId::A, 16))
        EXPECT_TRUE(text.text.find("…") == std::string::npos) << text.text;
    const Box low{24, 24, 700, 380};
    const DisplayList list = shown.at(ArrayId::A).draw(PictureId::token, low);
    EXPECT_TRUE(says(list, "6"));
    for (float height = 380; height <= 800; height += 20)
        EXPECT_THAT(
            test::layout_complaints(shown.draw(PictureId::token, {24, 24, 900, height}), {0, 0, 948, height + 48}),
            testing::IsEmpty())
            << height;
}

TEST(Found, ASumOverHeadsNamesTheRowThatIsAskedFor) {
    Shown shown = Shown::json(long_words);
    const std::vector<Text> texts = texts_of(shown, "sum", {}, 10, 2);
    EXPECT_TRUE(std::ranges::any_of(texts, [](const Text& text) { return text.text == "Constitution"; }));
}

bool has_text(const std::vector<Text>& texts, std::string_view wanted) {
    return std::ranges::any_of(texts, [&](const Text& text) { return text.text.find(wanted) != std::string::npos; });
}

TEST(Found, AFigureSaysWhetherSomeOrAllNumbersAreLeftOut) {
    Shown shown = Shown::preset("by-hand");
    const auto remarks = [&](const char* kind, float width) {
        FigureRequest request;
        request.kind = kind;
        request.width = width;
        return lay_out(request, {shown.session(), shown.trace(), typesetter()})->remarks;
    };
    for (const float width : {12.0F, 16.0F, 18.0F})
        EXPECT_THAT(remarks("token", width), testing::IsEmpty()) << width;
    EXPECT_THAT(remarks("sum", 8), testing::ElementsAre(testing::StartsWith("Numbers are left out")));
    EXPECT_THAT(remarks("sum", 16), testing::IsEmpty());
}

TEST(Found, LabelsOfLowBoxesKeepFromTheirNames) {
    for (const char* const words : {"['a']", "[['a'], ['b']]"}) {
        Shown shown =
            Shown::json(fmt::format("{{'version': 1, 'tokens': {}, 'sizes': {{'d_model': 8, 'heads': 5, 'd_k': "
                                    "1, 'd_v': 6}}}}",
                                    words));
        for (const char* const notation : {"Txd", "sum"})
            EXPECT_THAT(complaints_of_narrow_figures(shown.in_notation_of(notation), "shapes", ArrayId::X),
                        testing::IsEmpty())
                << notation;
    }
}

TEST(Found, AHeadThatIsOffSaysSoClearOfTheNextHeadsName) {
    Shown shown =
        Shown::json("{'version': 1, 'tokens': ['a', 'is', 'a'], 'sizes': {'d_model': 4, 'heads': 6, 'd_k': 2, "
                    "'d_v': 2}}");
    shown.with([](Layer& layer) { layer.heads[2].on = false; });
    EXPECT_THAT(complaints_of_narrow_figures(shown, "joined", ArrayId::concat), testing::IsEmpty());
}

/// The faults in the layout of a kind of figure at any height from 5 cm that fits it.
std::vector<std::string> complaints_of_low_figures(Shown& shown, const std::string& kind, ArrayId array) {
    std::vector<std::string> all;
    bool has_room = false;
    for (const float width : {9.0F, 16.0F})
        for (float height = 5; height <= 17; height += 2) {
            FigureRequest request;
            request.kind = kind;
            request.array = array;
            request.width = width;
            request.height = height;
            const auto figure = lay_out(request, {shown.session(), shown.trace(), typesetter()});
            if (!figure)
                continue;
            has_room = true;
            for (const std::string& complaint : test::layout_complaints(figure->list, figure->page.area))
                all.push_back(fmt::format("{} × {} cm: {}", width, height, complaint));
        }
    EXPECT_TRUE(has_room) << kind;
    return all;
}

TEST(Found, LowPagesAreRefusedRatherThanOverprinted) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['Größenordnung', 'a', 'is'], 'sizes': {'d_model': 4, 'heads': "
                              "3}}");
    for (const auto& [kind, array] :
         {std::pair("product", ArrayId::scores), std::pair("lines", ArrayId::A), std::pair("equation", ArrayId::masked),
          std::pair("sum", ArrayId::Y), std::pair("heads", ArrayId::A), std::pair("pipeline", ArrayId::A)})
        EXPECT_THAT(complaints_of_low_figures(shown, kind, array), testing::IsEmpty()) << kind;
}

TEST(Found, ACaptionSaysWhatHatchingMeansWhereThereIsSome) {
    Shown shown = Shown::preset("masks");
    EXPECT_TRUE(has_text(texts_of(shown, "equation", ArrayId::masked, 16), "atched: masked"));
    EXPECT_TRUE(has_text(texts_of(shown, "pipeline", ArrayId::A, 18), "atched: masked"));
    EXPECT_FALSE(has_text(texts_of(shown, "product", ArrayId::scores, 16), "atched"));
}

} // namespace
} // namespace attn
