// Figures on slides: one that is too large has sections or pages, and a refusal says what would do.

#include "core/notation/notation.h"
#include "tests/core/figure/figures.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <set>

namespace attn {
namespace {

using test::Drawn;
using test::texts_of;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

FigureRequest slide_of(std::string_view kind) {
    FigureRequest request;
    request.kind = kind;
    request.fit = FigureFit::slide;
    return request;
}

Drawn eight_heads() {
    return Drawn::json(
        "{'version': 1, 'seed': 7, 'tokens': ['tea', 'is', 'hot', 'tea'], 'sizes': {'d_model': 16, 'heads': 8}}");
}

TEST(Slide, HoldsEverySectionOfTheNotesInEveryNotation) {
    Drawn drawn = Drawn::preset("by-hand");
    for (const auto& profile : shipped_notations()) {
        std::set<ArrayId> sections;
        for (const NoteFormula& formula : profile->formulas)
            sections.insert(formula.array);
        for (const ArrayId section : sections) {
            FigureRequest request = slide_of("notes");
            request.notation = NotationChoice(profile->name);
            request.section = section;
            const auto figure = lay_out(request, drawn.source());
            EXPECT_TRUE(figure) << profile->name << " " << array_name(section) << ": "
                                << (figure ? "" : figure.error().message);
        }
    }
}

TEST(Slide, WhatHasSectionsSaysSoWhereAllOfItIsTooMuch) {
    const Drawn drawn = Drawn::preset("by-hand");
    for (const std::string_view kind : {"notes", "legend"}) {
        EXPECT_THAT(drawn.refusal(slide_of(kind)), HasSubstr("a section of it needs less, such as --section A"));
        FigureRequest request = slide_of(kind);
        request.section = ArrayId::A;
        EXPECT_THAT(drawn.figure(request).title.letters(), HasSubstr(": A"));
    }
    FigureRequest request = slide_of("notes");
    request.section = ArrayId::norm_bias;
    EXPECT_THAT(drawn.refusal(request), HasSubstr("the notes have no formula beside norm_bias; their sections are"));
    request = slide_of("heads");
    request.section = ArrayId::A;
    EXPECT_THAT(drawn.refusal(request), HasSubstr("heads has no sections"));
}

TEST(Slide, OfASumOverEightHeadsHasAsManyAsItHasRoomForAndSaysWhich) {
    const Drawn drawn = eight_heads();
    FigureRequest request = slide_of("sum");
    request.head = 0;
    EXPECT_THAT(texts_of(drawn.figure(request)), Contains(HasSubstr("Head 1 of 8: ")));
    request.head = 7;
    EXPECT_THAT(texts_of(drawn.figure(request)), Contains(HasSubstr("Head 8 of 8: ")));
    request.fit = FigureFit::page;
    EXPECT_THAT(texts_of(drawn.figure(request)), Not(Contains(HasSubstr(" of 8: "))));
}

/// The least width and the least height of an array's cells.
Point least_cell_of(const Figure& figure, ArrayId array) {
    Point least{farthest_place, farthest_place};
    for (const Item& item : figure.list.items)
        if (const auto* const cell = std::get_if<CellId>(&item.target); cell != nullptr && cell->array == array)
            if (const auto* const box = std::get_if<Rectangle>(&item.shape()))
                least = {std::min(least.x, box->box.width), std::min(least.y, box->box.height)};
    return least;
}

TEST(Slide, HoldsTheHeadsOfConcatAsColumnsThatCanBeRead) {
    Drawn drawn = Drawn::preset("eight-heads"); // 64 numbers for each token
    for (const FigureFit fit : {FigureFit::text, FigureFit::page, FigureFit::slide}) {
        FigureRequest request = slide_of("joined");
        request.fit = fit;
        request.tokens_as_columns = true;
        const auto figure = lay_out(request, drawn.source());
        ASSERT_TRUE(figure) << figure.error().message;
        EXPECT_FALSE(figure->list.lacks_words);
        for (const ArrayId array : {ArrayId::O, ArrayId::concat}) {
            const Point cell = least_cell_of(*figure, array);
            EXPECT_GE(cell.x, 14) << "a word's width";
            EXPECT_GE(cell.y, 3) << "told apart";
        }
    }
}

TEST(Slide, HoldsTheLinearMapAndTheSpectrum) {
    for (const std::string_view kind : {"linear-map", "spectrum"}) {
        const Drawn drawn = Drawn::preset("by-hand");
        const auto figure = lay_out(slide_of(kind), drawn.source());
        EXPECT_TRUE(figure) << kind << ": " << (figure ? "" : figure.error().message);
    }
}

Drawn masked() {
    return Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['rose', 'is', 'a', 'rose'], 'sizes': {'d_model': 6, "
                       "'heads': 3}, 'mask': {'causal': true}}");
}

Drawn long_words() {
    return Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['transformers', 'understand', 'multiplication'], 'sizes': "
                       "{'d_model': 4, 'heads': 2}}");
}

TEST(Slide, HoldsScoresBeforeAndAfterScaling) {
    for (const Drawn& drawn : {masked(), long_words(), eight_heads()}) {
        FigureRequest request = slide_of("spread");
        request.array = ArrayId::scaled;
        const auto figure = lay_out(request, drawn.source());
        EXPECT_TRUE(figure) << (figure ? "" : figure.error().message);
    }
}

TEST(Spread, LeavesNoGapOnAPage) {
    FigureRequest request;
    request.kind = "spread";
    request.array = ArrayId::scaled;
    request.fit = FigureFit::page;
    const Box page = masked().figure(request).page.area;
    EXPECT_LT(page.height, page.width * 0.95F);
}

TEST(Slide, HoldsAProductOfSixteenRowsBesideEachOther) {
    const Drawn drawn = eight_heads();
    FigureRequest request = slide_of("product");
    request.array = ArrayId::Q;
    const auto figure = lay_out(request, drawn.source());
    ASSERT_TRUE(figure) << (figure ? "" : figure.error().message);
    EXPECT_THAT(texts_of(*figure), Contains("="));
    request.fit = FigureFit::page;
    EXPECT_THAT(texts_of(drawn.figure(request)), Contains(HasSubstr("Σ"))) << "where it is high enough";
}

TEST(Slide, CellsAreAsWideAsTheirNumbersWhereThatHasRoom) {
    const Drawn drawn = masked();
    for (const auto& [kind, array] : {std::pair("equation", ArrayId::X), std::pair("product", ArrayId::Q)}) {
        FigureRequest request = slide_of(kind);
        request.array = array;
        for (const std::string& remark : drawn.figure(request).remarks)
            EXPECT_THAT(remark, Not(HasSubstr("umbers are left out"))) << kind;
    }
}

TEST(Slide, WhatIsRefusedSaysWhatHasRoom) {
    const Drawn drawn = eight_heads();
    FigureRequest token = slide_of("token");
    token.height = 12;
    EXPECT_THAT(drawn.refusal(token), HasSubstr("on a page it has room: --fit page"));
}

/// The request changed as the refusal says.
FigureRequest as_named(FigureRequest request, const std::string& refusal) {
    const auto names = [&](std::string_view option) { return refusal.find(option) != std::string::npos; };
    if (names("--section A"))
        request.section = ArrayId::A;
    request.titled = request.titled && !names("--no-title");
    request.captioned = request.captioned && !names("--no-caption");
    if (names("--kind heatmap"))
        request.kind = "heatmap";
    if (names("--fit page")) {
        request.fit = FigureFit::page;
        request.height.reset();
    }
    return request;
}

TEST(Slide, WhatARefusalNamesHasRoom) {
    const Drawn drawn = eight_heads();
    int refused = 0;
    for (const auto& [kind, height] : {std::pair("legend", 0.0F), std::pair("notes", 0.0F), std::pair("writing", 0.0F),
                                       std::pair("token", 12.0F), std::pair("softmax", 9.0F), std::pair("sum", 8.0F)}) {
        FigureRequest request = slide_of(kind);
        if (height > 0)
            request.height = height;
        const auto figure = lay_out(request, drawn.source());
        if (figure)
            continue;
        ++refused;
        EXPECT_THAT(figure.error().message, HasSubstr("--")) << kind;
        const auto named = lay_out(as_named(request, figure.error().message), drawn.source());
        EXPECT_TRUE(named) << kind << ": " << figure.error().message << ", and then "
                           << (named ? "" : named.error().message);
    }
    EXPECT_GE(refused, 4);
}

TEST(Slide, HoldsAllThatEightHeadsMake) {
    const Drawn drawn = eight_heads();
    for (const std::string_view kind : {"parts", "heads", "differences", "spectrum", "sum", "fused", "token"}) {
        FigureRequest request = slide_of(kind);
        if (kind == "parts")
            request.array = ArrayId::Y;
        const auto figure = lay_out(request, drawn.source());
        EXPECT_TRUE(figure) << kind << ": " << (figure ? "" : figure.error().message);
    }
}

TEST(LinearMap, NamesWordsAtOnePlaceTogether) {
    FigureRequest request;
    request.kind = "linear-map";
    for (const auto fit : {FigureFit::column, FigureFit::page}) {
        request.fit = fit;
        const std::vector<std::string> texts = texts_of(masked().figure(request));
        EXPECT_EQ(std::ranges::count(texts, "rose₁, rose₄") + std::ranges::count(texts, "1, 4"), 2);
    }
}

TEST(Legend, HasEachSymbolOnceAndNoMaskWhereThereIsNone) {
    const Drawn drawn = Drawn::preset("by-hand");
    FigureRequest request;
    request.kind = "legend";
    for (const auto& profile : shipped_notations()) {
        request.notation = NotationChoice(profile->name);
        const Figure figure = drawn.figure(request);
        EXPECT_THAT(texts_of(figure), Not(Contains("mask"))) << profile->name;
        std::set<std::string> symbols;
        for (const Item& item : figure.list.items)
            if (const auto* mark = std::get_if<FormulaMark>(&item.shape());
                mark != nullptr && mark->tex.find("\\times") == std::string::npos)
                EXPECT_TRUE(symbols.insert(mark->tex).second) << profile->name << ": " << mark->tex << " stands twice";
    }
}

TEST(LinearMap, LeavesNoDotWithoutItsWord) {
    const Drawn drawn = Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['transformers', 'understand', "
                                    "'multiplication'], 'sizes': {'d_model': 4, 'heads': 2}}");
    FigureRequest request;
    request.kind = "linear-map";
    request.fit = FigureFit::text;
    const std::vector<std::string> texts = texts_of(drawn.figure(request));
    for (const std::string word : {"transformers₁", "understand₂", "multiplication₃"})
        EXPECT_EQ(std::ranges::count(texts, word), 2) << word;
}

TEST(Input, OfDifferentWordsIsNotSaidToBeToldApartByPositionsThatAreNotThere) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 1}}");
    FigureRequest request;
    request.kind = "equation";
    request.array = ArrayId::X;
    request.fit = FigureFit::text;
    EXPECT_THAT(texts_of(drawn.figure(request)), Not(Contains(HasSubstr("tells them apart here"))));
}

} // namespace
} // namespace attn
