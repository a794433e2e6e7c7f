#include "core/figure/figure_steps.h"
#include "tests/core/figure/figures.h"

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/picture.h"

#include <algorithm>

// The width and height of figures.

namespace attn {
namespace {

using test::bytes_of;
using test::Drawn;
using test::request_of;
using test::says;
using test::texts_of;

constexpr float pixels_a_centimetre = 96 / 2.54F;

TEST(Figure, FitsTheWidthThatItAsksFor) {
    const Drawn drawn = Drawn::json("{'version': 1, 'sizes': {'d_model': 4, 'heads': 2, 'd_k': 4, 'd_v': 2}, 'tokens': "
                                    "['Straßenbahnen', 'Aufmerksamkeit', 'Gewichtungen', 'größte', 'wunderbarlich']}");
    const std::string words = "needs a width of ";
    for (const char* kind : {"softmax", "lines", "product", "heads"})
        for (const float width : {4.0F, 8.0F, 10.1F, 12.0F, 16.3F})
            for (Index row = 0; row < 5; ++row) {
                FigureRequest request = request_of(kind, std::string(kind) == "product" ? ArrayId::scores : ArrayId::A);
                request.width = width;
                request.row = row;
                const auto narrow = lay_out(request, drawn.source());
                if (narrow)
                    continue;
                const std::string& message = narrow.error().message;
                ASSERT_NE(message.find(words), std::string::npos) << message;
                request.width = std::stof(message.substr(message.find(words) + words.size()));
                EXPECT_TRUE(lay_out(request, drawn.source())) << kind << " on " << width << " cm: " << message;
            }
}

TEST(Figure, AsksForNoMoreWidthThanItNeeds) {
    const Drawn drawn = Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['tea', 'is', 'hot', 'tea'], "
                                    "'sizes': {'d_model': 16, 'heads': 8}}");
    const std::string words = "needs a width of ";
    for (const auto& [kind, array] : {std::pair("parts", ArrayId::Y), std::pair("product", ArrayId::scores)}) {
        FigureRequest request = request_of(kind, array);
        request.width = 3;
        const std::string message = drawn.refusal(request);
        const float asked = std::stof(message.substr(message.find(words) + words.size()));
        request.width = asked;
        EXPECT_TRUE(lay_out(request, drawn.source())) << message;
        request.width = asked - 0.1F;
        EXPECT_FALSE(lay_out(request, drawn.source())) << message;
        EXPECT_LT(asked, 13) << message;
    }
}

/// Checks that the page is no larger than requested and holds everything drawn.
void expect_held(const Figure& figure, const FigureRequest& request, std::string_view kind) {
    const Box& page = figure.page.area;
    const Box covered = bounds(figure.list, typesetter());
    const auto centimetres = [&](float units) { return units * figure.scale / pixels_a_centimetre; };
    if (request.width)
        EXPECT_NEAR(centimetres(page.width), *request.width, 0.01) << kind;
    if (request.height)
        EXPECT_LE(centimetres(page.height), *request.height + 0.01F) << kind;
    EXPECT_GE(std::min(covered.x, covered.y), -0.5F) << kind;
    EXPECT_LE(covered.right(), page.width + 0.5F) << kind;
    EXPECT_LE(covered.bottom(), page.height + 0.5F) << kind;
}

TEST(Figure, IsNoHigherThanAskedWhateverItsKindOrSaysWhatItNeeds) {
    const Drawn drawn = Drawn::preset("who-and-where");
    for (const FigureKind& kind : figure_kinds())
        for (const float height : {7.0F, 14.0F}) {
            FigureRequest request;
            request.kind = kind.name;
            request.width = 16;
            request.height = height;
            if (!can_be_drawn(request, drawn.source()))
                continue;
            const auto figure = lay_out(request, drawn.source());
            if (figure) {
                expect_held(*figure, request, kind.name);
                continue;
            }
            const std::string& message = figure.error().message;
            const std::string words = "needs a height of ";
            ASSERT_NE(message.find(words), std::string::npos) << kind.name << ": " << message;
            request.height = std::stof(message.substr(message.find(words) + words.size()));
            EXPECT_GT(*request.height, height) << kind.name;
            const auto higher = lay_out(request, drawn.source());
            ASSERT_TRUE(higher) << kind.name << ": " << message;
            expect_held(*higher, request, kind.name);
        }
}

TEST(Figure, IsAsLargeAsThePlaceWhereItGoes) {
    const Drawn drawn = Drawn::preset("by-hand");
    FigureRequest request = request_of("heads");
    for (const auto fit : {FigureFit::column, FigureFit::article, FigureFit::text, FigureFit::page, FigureFit::beamer,
                           FigureFit::slide}) {
        request.fit = fit;
        expect_held(drawn.figure(request), with_size(request), "heads");
    }
    EXPECT_NEAR(drawn.figure(request).scale * type_size::small * 72 / 96, 14, 1e-4) << "type on a slide";
    request.font_size = 20;
    EXPECT_NEAR(drawn.figure(request).scale * type_size::small * 72 / 96, 20, 1e-4) << "larger, where asked";
    request.width = 20;
    expect_held(drawn.figure(request), with_size(request), "heads");
    EXPECT_EQ(*with_size(request).width, 20) << "a side that is said wins";
    EXPECT_EQ(*with_size(request).height, 19.05F);
}

/// A sum of whole numbers is written without decimals rather than left out, and a remark names terms that are left out.
TEST(Figure, OfAProductHasItsTermsOrSaysThatTheyAreLeftOut) {
    const Drawn drawn = Drawn::json(R"({'version': 1, 'tokens': ['the', 'cat', 'sat', 'on', 'the', 'mat'],
 'sizes': {'d_model': 4, 'heads': 1, 'd_k': 2, 'd_v': 2}, 'embeddings': {'cat': [0, 2, 0, 1],
 'mat': [0, 1, -1, 1], 'on': [0, 0, 1, 1], 'sat': [1, 1, 0, -1], 'the': [1, 0, 1, 0]},
 'heads': [{'W_Q': [[0, 1], [1, 2], [2, 1], [-1, -2]], 'W_K': [[0, 0], [-1, 2], [2, 1], [0, 0]],
            'W_V': [[2, 0], [0, 2], [0, 1], [-1, 0]], 'W_O': [[1, 2, 0, 0], [-1, 0, 1, 1]]}]})");
    const auto has = [](const Figure& figure, const char* text) {
        return std::ranges::count(texts_of(figure), text) > 0;
    };
    FigureRequest request = request_of("product", ArrayId::scores);
    request.row = 1;
    request.column = 1;
    for (const float width : {20.0F, 16.0F, 12.0F, 10.0F, 9.0F}) {
        request.width = width;
        const Figure figure = drawn.figure(request);
        EXPECT_TRUE(has(figure, "Σ =") || !figure.remarks.empty()) << width;
    }
    request.width = 12;
    const Figure figure = drawn.figure(request);
    EXPECT_TRUE(has(figure, "Σ ="));
    EXPECT_TRUE(has(figure, "−2") && has(figure, "8") && has(figure, "6")) << "2 · 4 − 2 = 6";
    EXPECT_TRUE(has(figure, "16.00")) << "as other numbers are written";
}

TEST(Figure, OfEightHeadsIsWideRatherThanHigh) {
    const Drawn drawn = Drawn::preset("eight-heads");
    FigureRequest request = request_of("heads");
    request.width = 16;
    const Figure text = drawn.figure(request);
    EXPECT_LT(text.page.area.height, text.page.area.width);
    request.fit = FigureFit::page; // its height is there to be filled
    const Figure page = drawn.figure(request);
    EXPECT_GT(page.page.area.height, page.page.area.width);
}

/// Two lines of four heads with all words. The numbers do not fit, and a remark says which size would do.
TEST(Figure, OfEightHeadsForAnArticleSaysWithWhichSizeItsNumbersHaveRoom) {
    const Drawn drawn = Drawn::preset("eight-heads");
    FigureRequest request = request_of("heads");
    request.fit = FigureFit::article;
    const Figure figure = drawn.figure(request);
    EXPECT_LT(figure.page.area.height, figure.page.area.width);
    EXPECT_FALSE(figure.list.lacks_words);
    ASSERT_EQ(figure.remarks.size(), 1U);
    const std::string& remark = figure.remarks.front();
    const std::size_t height = remark.find("With a height of ");
    const std::size_t type = remark.find("type of ");
    ASSERT_NE(height, std::string::npos) << remark;
    ASSERT_NE(type, std::string::npos) << remark;
    request.height = std::stof(remark.substr(height + 17));
    request.font_size = std::stof(remark.substr(type + 8));
    EXPECT_TRUE(drawn.figure(request).remarks.empty()) << remark;
}

/// The words of the columns and each head's name are there, although the cells have no room for numbers.
TEST(Figure, OfEightHeadsJoinedAsColumnsStandsInAJournalsColumn) {
    auto session = load_preset(font_folder().parent_path(), "eight-heads");
    ASSERT_TRUE(session);
    session->tokens_as_columns = true;
    const Drawn drawn(*std::move(session));
    FigureRequest request = request_of("joined", ArrayId::concat);
    request.width = 8;
    const auto figure = lay_out(request, drawn.source());
    ASSERT_TRUE(figure) << figure.error().message;
    const auto texts = texts_of(*figure);
    for (const char* const letter : {"s", "t", "r", "e", "d"})
        EXPECT_EQ(std::ranges::count(texts, letter), letter == std::string("s")   ? 6
                                                     : letter == std::string("e") ? 4
                                                                                  : 2)
            << letter << ", above the heads and what they become";
}

TEST(Figure, OfTheDiagramGoesAcrossAWidePageAndDownAHighOne) {
    const Drawn drawn = Drawn::preset("by-hand");
    FigureRequest request = request_of("pipeline");
    request.steps = StepsShown::all;
    request.fit = FigureFit::slide;
    const Figure slide = drawn.figure(request);
    expect_held(slide, with_size(request), "pipeline");
    EXPECT_GT(slide.page.area.width, slide.page.area.height);
    request.fit = FigureFit::page;
    const Figure page = drawn.figure(request);
    expect_held(page, with_size(request), "pipeline");
    EXPECT_GT(page.page.area.height, page.page.area.width);
}

TEST(Figure, OfNotesStandsInColumns) {
    const Drawn drawn = Drawn::preset("by-hand");
    FigureRequest request = request_of("notes");
    request.notation = *notation_named("d_h");
    request.width = 16;
    const Figure text = drawn.figure(request);
    EXPECT_LT(text.page.area.height * text.scale, 24 * pixels_a_centimetre);
    request.width = 8; // one column
    EXPECT_GT(drawn.figure(request).page.area.height, text.page.area.height);
}

TEST(Figure, OfASingleColumnIsNotHighBecauseItIsWide) {
    FigureRequest request = request_of("heatmap", ArrayId::row_max);
    request.width = 16;
    const Figure figure = Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c', 'd', 'e'], 'sizes': {'d_model': 4, "
                                      "'heads': 1}}")
                              .figure(request);
    EXPECT_LT(figure.page.area.height * figure.scale, 9 * pixels_a_centimetre);
}

TEST(Figure, SaysWhichLettersNoFontHas) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['\u0e20\u0e32', 'is'], 'sizes': {'d_model': 4, 'heads': "
                                    "1}}");
    const Figure figure = drawn.figure(request_of("heatmap"));
    ASSERT_EQ(figure.remarks.size(), 1U);
    EXPECT_NE(figure.remarks.front().find("U+0E20, U+0E32"), std::string::npos) << figure.remarks.front();
    const Drawn known =
        Drawn::json("{'version': 1, 'tokens': ['Größe', '注意力', '🙂'], 'sizes': {'d_model': 4, 'heads': "
                    "1}}");
    EXPECT_TRUE(known.figure(request_of("heatmap")).remarks.empty());
}

/// The number of texts that are cut.
int cut_words(const Figure& figure) {
    return static_cast<int>(std::ranges::count_if(texts_of(figure), [](const std::string& text) {
        return text.size() > std::string("…").size() && text.ends_with("…");
    }));
}

TEST(Figure, HasAllWordsOrAsksForTheWidthThatTheyNeed) {
    const Drawn drawn = Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['Aufmerksamkeitsmechanismus', 'is', "
                                    "'multiplication', 'of', 'transformers', 'understood'], 'sizes': {'d_model': 4, "
                                    "'heads': 2}}");
    int wide = 0;
    for (const char* const kind : {"heatmap", "heads", "product", "lines", "token", "conditional-probability"})
        for (const float width : {8.0F, 10.5F, 16.0F}) {
            FigureRequest request;
            request.kind = kind;
            request.width = width;
            const auto figure = lay_out(request, drawn.source());
            if (!figure) {
                EXPECT_NE(figure.error().message.find("needs a"), std::string::npos) << figure.error().message;
                continue;
            }
            ++wide;
            EXPECT_FALSE(figure->list.lacks_words) << kind << ", " << width << " cm";
            EXPECT_EQ(cut_words(*figure), 0) << kind << ", " << width << " cm";
        }
    EXPECT_GE(wide, 8);
}

TEST(Figure, OfManyHeadsStandsSoThatAllRowsAndColumnsHaveTheirWords) {
    const Drawn drawn = Drawn::preset("eight-heads");
    FigureRequest request = request_of("heads");
    request.numbers = false;
    for (const float width : {9.0F, 10.5F, 16.0F}) {
        request.width = width;
        EXPECT_TRUE(drawn.figure(request).remarks.empty()) << width;
    }
    request.width = 4;
    EXPECT_NE(drawn.refusal(request).find("needs a width"), std::string::npos);
}

TEST(Figure, SlantsLongWordsOfColumns) {
    const Drawn drawn = Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['transformers', 'understand', "
                                    "'multiplication', 'is'], 'sizes': {'d_model': 4, 'heads': 1}}");
    FigureRequest request = request_of("heatmap");
    request.width = 10;
    const Figure figure = drawn.figure(request);
    EXPECT_EQ(std::ranges::count_if(figure.list.items,
                                    [](const Item& item) {
                                        const auto* const text = std::get_if<Text>(&item.shape());
                                        return text != nullptr && text->direction == Direction::slanted;
                                    }),
              4);
    EXPECT_NE(bytes_of(figure, FigureFormat::svg).find("rotate(-45)"), std::string::npos);
    EXPECT_NE(bytes_of(figure, FigureFormat::tex).find("rotate=45"), std::string::npos);
}

TEST(Figure, SaysAtWhichWidthItsNumbersHaveRoom) {
    const Drawn drawn = Drawn::preset("eight-heads");
    FigureRequest request = request_of("heads");
    request.width = 16;
    const std::string remark = drawn.figure(request).remarks.back();
    const std::string words = "At a width of ";
    ASSERT_NE(remark.find(words), std::string::npos) << remark;
    request.width = std::stof(remark.substr(remark.find(words) + words.size()));
    EXPECT_TRUE(drawn.figure(request).remarks.empty());
}

TEST(Figure, ThatIsTriedSaysNoWidthForAllWhichTakesManyLayouts) {
    const Drawn drawn = Drawn::preset("eight-heads");
    FigureRequest request = request_of("heads");
    request.width = 16;
    const auto tried = lay_out_if_it_fits(request, drawn.source());
    ASSERT_TRUE(tried);
    EXPECT_EQ(tried->remarks, std::vector<std::string>{"Numbers are left out, as they would be too small to read."});
}

TEST(Figure, OfShapesIsToScale) {
    // Two tokens of six numbers, in a batch of two.
    const Drawn drawn =
        Drawn::json("{'version': 1, 'tokens': [['a', 'b'], ['b', 'a']], 'sizes': {'d_model': 6, 'heads': "
                    "1, 'd_k': 3}}");
    const Figure figure = drawn.figure(request_of("shapes"));
    const auto box = std::ranges::find_if(
        figure.list.items, [](const Item& item) { return std::holds_alternative<Rectangle>(item.shape()); });
    ASSERT_NE(box, figure.list.items.end());
    const Box& input = std::get<Rectangle>(box->shape()).box;
    EXPECT_NEAR(input.width / input.height, 3, 0.01) << "X is 2×6";
    EXPECT_TRUE(says(figure, "B"));
}

} // namespace
} // namespace attn
