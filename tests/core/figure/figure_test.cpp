#include "tests/core/figure/figures.h"

#include "core/document/session/edits.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/number.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/pipeline.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

// Figures as an author requests them.

namespace attn {
namespace {

using test::bytes_of;
using test::Drawn;
using test::request_of;
using test::says;

constexpr float pixels_a_centimetre = 96 / 2.54F;

constexpr std::array<std::string_view, 6> kinds_of_A{"heatmap", "softmax", "heads", "lines", "pipeline", "sum"};

TEST(Figure, IsAsWideAsAskedWhateverItsKind) {
    const Drawn drawn = Drawn::preset("who-and-where");
    for (const std::string_view kind : kinds_of_A)
        for (const float centimetres : {14.0F, 16.5F}) {
            FigureRequest request = request_of(kind);
            request.width = centimetres;
            const Figure figure = drawn.figure(request);
            EXPECT_NEAR(figure.page.area.width * figure.scale, centimetres * pixels_a_centimetre, 0.01) << kind;
            const Box covered = bounds(figure.list, typesetter());
            EXPECT_GE(covered.x, 0) << kind;
            EXPECT_LE(covered.right(), figure.page.area.width + 0.5F) << kind;
        }
}

TEST(Figure, SetsItsLabelsALittleLargerThanTheTypeAsked) {
    const Drawn drawn = Drawn::preset("who-and-where");
    for (const float points : {6.0F, 9.0F, 14.0F}) {
        FigureRequest request = request_of("heatmap");
        request.font_size = points;
        request.width = 15;
        const Figure figure = drawn.figure(request);
        const auto label = std::ranges::find_if(figure.list.items, [](const Item& item) {
            const auto* text = std::get_if<Text>(&item.shape());
            return text != nullptr && text->text == "rose";
        });
        ASSERT_NE(label, figure.list.items.end());
        EXPECT_NEAR(std::get<Text>(label->shape()).font.size * figure.scale * 72 / 96, points * 13 / 11, 1e-4);
    }
}

TEST(Figure, SaysTheNumbersOfItsCells) {
    const Drawn drawn = Drawn::preset("by-hand");
    FigureRequest request = request_of("heatmap");
    request.head = 0;
    request.precision = 3;
    const Figure figure = drawn.figure(request);
    const Matrix A = drawn.trace().matrix({0, ArrayId::A, 0, 0});
    for (const float share : A.row(0))
        EXPECT_TRUE(says(figure, fixed_number(share, 3))) << share;
    EXPECT_TRUE(figure.remarks.empty());
}

TEST(Figure, OfBeforeAndAfterCallsRowsByTheTokensOfEach) {
    const Drawn before = Drawn::json("{'version': 1, 'tokens': ['cold', 'tea'], 'sizes': {'d_model': 4, 'heads': 1}}");
    const Drawn after = Drawn::json("{'version': 1, 'tokens': ['warm', 'tea'], 'sizes': {'d_model': 4, 'heads': 1}}");
    const Figure figure = after.figure(request_of("before-after"), &before.trace());
    EXPECT_TRUE(says(figure, "cold"));
    EXPECT_TRUE(says(figure, "warm"));
}

TEST(Figure, SaysWhichTokensHaveNumbersByChance) {
    const Session session = *load_preset(font_folder().parent_path(), "who-and-where");
    const FigureRequest of_A = request_of("heatmap");
    EXPECT_EQ(Drawn(session).figure(of_A).words.find("random"), std::string::npos);
    const auto typed = apply(session, SetTokens{0, {"rose", "is", "zebra"}, Side::sequence});
    ASSERT_TRUE(typed);
    const Drawn drawn(typed->session);
    const Figure figure = drawn.figure(of_A);
    EXPECT_NE(figure.words.find("1 of 3 tokens has random numbers"), std::string::npos) << figure.words;
    for (const Item& item : figure.list.items)
        if (const auto* const text = std::get_if<Text>(&item.shape()); text != nullptr && item.says == Statement{})
            EXPECT_FALSE(text->font.italic && text->font.family == FontFamily::sans) << text->text;
        else if (text != nullptr && std::holds_alternative<ShownLabel>(item.says))
            EXPECT_EQ(text->font.italic, text->text == "zebra") << text->text;
    EXPECT_EQ(drawn.figure(request_of("heatmap", ArrayId::W_Q)).words.find("random"), std::string::npos);
}

TEST(Figure, LeavesNumbersOutAltogetherWhereTheyCannotBeReadAndSaysSo) {
    const Drawn drawn = Drawn::preset("red-fox");
    FigureRequest request = request_of("heatmap", ArrayId::scores);
    request.width = 6;
    const Figure narrow = drawn.figure(request);
    // No cell has a number; the bar tells the range of colours.
    for (const Item& item : narrow.list.items)
        EXPECT_FALSE(std::holds_alternative<ShownNumber>(item.says));
    ASSERT_EQ(narrow.remarks.size(), 1U);
    EXPECT_TRUE(says(narrow, "Numbers are left"));
    request.width = 12;
    EXPECT_GT(std::ranges::count_if(drawn.figure(request).list.items,
                                    [](const Item& item) { return std::holds_alternative<ShownNumber>(item.says); }),
              10);
}

TEST(Figure, OfAPipelineIsTitledByWhatItReads) {
    const std::string words = "{'version': 1, 'tokens': ['je', 'bois'], 'sizes': {'d_model': 4, 'heads': 2}";
    EXPECT_EQ(Drawn::json(words + "}").figure(request_of("pipeline")).title, "Self-attention");
    EXPECT_EQ(Drawn::json(words + ", 'context': {'tokens': ['I', 'drink']}}").figure(request_of("pipeline")).title,
              "Cross-attention");
}

/// The number of remarks on a figure of this kind, of four tokens.
std::size_t remarks_on(std::string_view kind, float width, const std::string& sizes) {
    FigureRequest request;
    request.kind = kind;
    request.width = width;
    return Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['tea', 'is', 'hot', 'tea'], 'sizes': {" + sizes + "}}")
        .figure(request)
        .remarks.size();
}

TEST(Figure, SaysThatNumbersAreLeftOutExactlyWhereAMatrixLacksThem) {
    const std::string one = "'d_model': 4, 'heads': 1";
    const std::string eight = "'d_model': 16, 'heads': 8";
    EXPECT_EQ(remarks_on("spread", 16, one), 0U); // its dots are cells too, but never have numbers
    EXPECT_EQ(remarks_on("pipeline", 16, one), 0U);
    EXPECT_EQ(remarks_on("softmax", 12, one), 0U);
    EXPECT_EQ(remarks_on("token", 12, one), 0U);
    EXPECT_EQ(remarks_on("token", 12, eight), 1U);
    EXPECT_EQ(remarks_on("writing", 8, eight), 1U); // a matrix of no stage
    EXPECT_EQ(remarks_on("writing", 16, one), 0U);
    EXPECT_EQ(remarks_on("values", 8, eight), 0U);
    EXPECT_EQ(remarks_on("values", 5, eight), 1U);
}

TEST(Figure, IsHigherRatherThanWithoutItsNumbers) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['transformers', 'understand', 'multiplication'], "
                                    "'sizes': {'d_model': 4, 'heads': 2}}");
    FigureRequest request = request_of("heads");
    request.width = 8;
    const Figure figure = drawn.figure(request);
    EXPECT_TRUE(figure.remarks.empty());
    EXPECT_GT(figure.page.area.height, figure.page.area.width);
}

TEST(Figure, HasNumbersInAllMatricesOrInNone) {
    const Drawn drawn = Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['transformers', 'understand', 'many'], "
                                    "'sizes': {'d_model': 4, 'heads': 2}}");
    for (const float width : {9.0F, 12.0F, 16.0F}) {
        FigureRequest request = request_of("one-head");
        request.width = width;
        const Figure figure = drawn.figure(request);
        const auto numbers = std::ranges::count_if(figure.list.items, [](const Item& item) {
            const auto* text = std::get_if<Text>(&item.shape());
            return text != nullptr && text->horizontal == Horizontal::centre && // beside colour bars they are not
                   text->text.find_first_not_of("−.0123456789") == std::string::npos &&
                   text->text.find('.') != std::string::npos;
        });
        const int matrices = width < 10 ? 4 : 6; // in two lines; a narrow page has one head and the sum
        EXPECT_EQ(numbers % (matrices * 9), 0) << width;
    }
}

TEST(Figure, HasNumbersOfOneSizeInARowOfTheOneToken) {
    const Drawn drawn = Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['je', 'bois', 'du', 'thé'], 'sizes': "
                                    "{'d_model': 4, 'heads': 2}, 'context': {'tokens': ['I', 'drink', 'tea']}}");
    FigureRequest request = request_of("token");
    request.width = 14;
    std::map<ArrayId, float> sizes;
    for (const Item& item : drawn.figure(request).list.items)
        if (const auto* number = std::get_if<ShownNumber>(&item.says)) {
            const float size = std::get<Text>(item.shape()).font.size;
            EXPECT_FLOAT_EQ(sizes.emplace(number->cell.array, size).first->second, size)
                << array_name(number->cell.array);
        }
    EXPECT_TRUE(sizes.contains(ArrayId::K) && sizes.contains(ArrayId::V));
}

TEST(Figure, IsTheSameByteForByteFromRunToRun) {
    const Drawn drawn = Drawn::preset("masks");
    const Drawn again = Drawn::preset("masks");
    for (const std::string_view kind : kinds_of_A)
        for (const FigureFormat format : {FigureFormat::svg, FigureFormat::pdf, FigureFormat::tex, FigureFormat::png})
            EXPECT_EQ(bytes_of(drawn.figure(request_of(kind)), format, 100),
                      bytes_of(again.figure(request_of(kind)), format, 100))
                << kind;
}

TEST(Figure, DoesNotSayThatNumbersAreLeftOutWhereTheyStand) {
    const Drawn drawn = Drawn::preset("by-hand");
    for (const bool columns : {false, true}) {
        FigureRequest request = request_of("sum");
        request.width = 14;
        request.tokens_as_columns = columns;
        EXPECT_TRUE(drawn.figure(request).remarks.empty());
    }
}

TEST(Figure, OfLinesShowsAllSharesInANarrowColumn) {
    FigureRequest request = request_of("lines");
    request.width = 11;
    const Figure figure = Drawn::preset("who-and-where").figure(request);
    for (const Item& item : figure.list.items) {
        Item whole = item;
        whole.clip.reset();
        if (const auto* text = std::get_if<Text>(&item.shape()))
            EXPECT_EQ(bounds(item, typesetter()).width, bounds(whole, typesetter()).width) << text->text;
    }
}

TEST(Figure, HatchesMaskedCells) {
    const Drawn drawn = Drawn::preset("masks");
    const Figure figure = drawn.figure(request_of("heatmap"));
    const Matrix mask = drawn.trace().matrix({0, ArrayId::mask, 0, 0});
    for (const Item& item : figure.list.items)
        if (const auto* cell = std::get_if<CellId>(&item.target)) {
            const bool masked = mask(cell->row, cell->column) == -std::numeric_limits<float>::infinity();
            EXPECT_EQ(std::get<Rectangle>(item.shape()).hatch.visible(), masked) << cell_name(*cell);
        }
}

TEST(Figure, SharesItsColoursAmongAllHeadsWhereAsked) {
    const Drawn drawn = Drawn::preset("who-and-where");
    FigureRequest request = request_of("heatmap", ArrayId::scores);
    request.limits = FigureLimits::stage;
    request.head = 0;
    EXPECT_TRUE(says(drawn.figure(request), "all heads"));
    request.limits = FigureLimits::fixed;
    request.lowest = -3;
    request.highest = 5;
    EXPECT_TRUE(says(drawn.figure(request), "fixed −3.00 to 5.00"));
}

TEST(Figure, OutlinesTheRowOrCellThatIsAskedFor) {
    const Drawn drawn = Drawn::preset("who-and-where");
    const auto outlines = [&](const FigureRequest& request) {
        return std::ranges::count_if(drawn.figure(request).list.items, [](const Item& item) {
            const auto* shape = std::get_if<Rectangle>(&item.shape());
            return shape != nullptr && shape->stroke.width == 2;
        });
    };
    FigureRequest request = request_of("heatmap");
    EXPECT_EQ(outlines(request), 0);
    request.row = 1;
    EXPECT_EQ(outlines(request), 1);
}

TEST(Figure, HasLabelsInAnyScript) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['数据', 'مرحبا', 'naïve_$&', '🙂'],"
                                    " 'sizes': {'d_model': 4, 'heads': 1}}");
    const std::string svg = bytes_of(drawn.figure(request_of("heatmap")), FigureFormat::svg);
    for (const char* label : {">数据</text>", ">مرحبا</text>", ">naïve_$&amp;</text>", ">🙂</text>"})
        EXPECT_NE(svg.find(label), std::string::npos) << label;
    const std::string tex = bytes_of(drawn.figure(request_of("heatmap")), FigureFormat::tex);
    EXPECT_NE(tex.find("% To \\input, with lualatex; it needs:\n"), std::string::npos);
    EXPECT_NE(tex.find(R"(naïve\_\$\&)"), std::string::npos);
}

TEST(Figure, ForPrintAsksForGreyLetters) {
    const Drawn drawn =
        Drawn::json("{'version': 1, 'tokens': ['🙂', 'Größe'], 'sizes': {'d_model': 4, 'heads': 1}}");
    for (const bool grey : {false, true}) {
        FigureRequest request = request_of("heatmap");
        request.palette = grey ? FigurePalette::grey : FigurePalette::colour;
        for (const Item& item : drawn.figure(request).list.items)
            if (const auto* const text = std::get_if<Text>(&item.shape()))
                EXPECT_EQ(text->grey, grey) << text->text;
    }
}

TEST(Figure, ShowsTheChangeSinceABaseline) {
    const Drawn before = Drawn::preset("who-and-where");
    Session session = before.session();
    session.layer().heads[0].W_Q = Matrix::zeros(8, 4);
    const Drawn now(session);
    FigureRequest request = request_of("change");
    request.head = 0;
    const Figure figure = now.figure(request, &before.trace());
    const float change =
        now.trace().matrix({0, ArrayId::A, 0, 0})(1, 0) - before.trace().matrix({0, ArrayId::A, 0, 0})(1, 0);
    ASSERT_LT(change, -0.5F);
    EXPECT_TRUE(says(figure, fixed_number(change, 2)));
    EXPECT_NE(now.refusal(request).find("--baseline"), std::string::npos);
}

TEST(Figure, WritesFormulasAsTheyWereInTex) {
    const std::string tex = bytes_of(Drawn::preset("who-and-where").figure(request_of("heatmap")), FigureFormat::tex);
    EXPECT_NE(tex.find("\\begin{tikzpicture}"), std::string::npos);
    EXPECT_NE(tex.find("$\\displaystyle A^{(2)}$"), std::string::npos);
    EXPECT_NE(tex.find("\\mathrm{softmax}"), std::string::npos);
}

TEST(Figure, IsOfEveryPictureThatTheWindowHas) {
    for (const Picture& picture : pictures())
        EXPECT_NE(find_figure_kind(picture.name), nullptr) << picture.name;
    const Drawn words = Drawn::preset("who-and-where");
    const Drawn letters = Drawn::preset("eight-heads"); // it has read-outs
    const Drawn batch = Drawn::preset("masks");
    const Drawn model = Drawn::preset("english");
    for (const FigureKind& kind : figure_kinds()) {
        const Drawn& drawn = kind.name == "readout"                           ? letters
                             : kind.name == "items"                           ? batch
                             : kind.name == "model" || kind.name == "neurons" ? model
                                                                              : words;
        FigureRequest request;
        request.kind = kind.name;
        request.width = 16;
        if (kind.name == "notes")
            request.notation = *notation_named("d_h"); // has formulas
        if (kind.name == "table" || kind.shows_change || kind.name == "before-after" ||
            kind.name == "patching") // needs a baseline
            continue;
        const Figure figure = drawn.figure(request); // shows the opening stage, or the first that fits the kind
        const Box covered = bounds(figure.list, typesetter());
        EXPECT_GE(covered.x, 0) << kind.name;
        EXPECT_LE(covered.right(), figure.page.area.width + 0.5F) << kind.name;
        EXPECT_GT(figure.list.items.size(), 10U) << kind.name;
    }
}

TEST(Figure, SaysWhichItemsOfABatchItShows) {
    const Drawn batch = Drawn::preset("masks");
    FigureRequest request = request_of("items", ArrayId::X);
    request.width = 16;
    EXPECT_TRUE(says(batch.figure(request), "items 1 and 2")) << "all that are drawn";
    EXPECT_FALSE(says(batch.figure(request), "item 1 of 2"));
    EXPECT_TRUE(says(batch.figure(request_of("heatmap", ArrayId::X)), "item 1 of 2"));
}

TEST(Figure, OfALensIsOfTheStageThatItExplains) {
    const Drawn drawn = Drawn::preset("who-and-where");
    FigureRequest request;
    request.kind = "bilinear";
    EXPECT_TRUE(says(drawn.figure(request), "Scores, bilinear, head 2 of 2"));
    request.kind = "fused";
    EXPECT_TRUE(says(drawn.figure(request), "Queries, fused"));
    EXPECT_TRUE(says(drawn.figure(request_of("fused", ArrayId::W_Q)), "Query weights, fused"));
    EXPECT_NE(drawn.refusal(request_of("bilinear", ArrayId::A)).find("that goes with scores"), std::string::npos);
}

TEST(Figure, SaysInOneLineWhatCannotBeDrawn) {
    const Drawn drawn = Drawn::preset("who-and-where");
    FigureRequest request = request_of("heatmap");
    request.head = 6;
    EXPECT_EQ(drawn.refusal(request), "head 7: this layer has 2");
    request = request_of("heatmap");
    request.row = 4;
    EXPECT_EQ(drawn.refusal(request), "row 5: A has 4");
    EXPECT_NE(drawn.refusal(request_of("heatmap", ArrayId::context)).find("no context"), std::string::npos);
    EXPECT_NE(drawn.refusal(request_of("product")).find("that goes with Q K V scores O"), std::string::npos);
    EXPECT_NE(drawn.refusal(request_of("softmax", ArrayId::Q)).find("row_max"), std::string::npos);
    EXPECT_NE(drawn.refusal(request_of("heads", ArrayId::Y)).find("that goes with Q K V"), std::string::npos);
    EXPECT_NE(drawn.refusal(request_of("lines", ArrayId::O)).find("that goes with A"), std::string::npos);
    EXPECT_NE(drawn.refusal(request_of("tree")).find("expected one of heatmap, product"), std::string::npos);
    request = request_of("product", ArrayId::scores);
    request.width = 2;
    EXPECT_NE(drawn.refusal(request).find("needs a width of"), std::string::npos);
}

TEST(Pipeline, IsAsHighInTheWindowAsItsRowsAre) {
    const Drawn drawn = Drawn::preset("who-and-where");
    const ViewState view;
    PictureCache cache;
    const DrawContext drawing{drawn.session(), drawn.trace(), view, typesetter(), cache, nullptr};
    EXPECT_EQ(pipeline_row(drawing, ArrayId::Y).bottom + space::small, pipeline_size(drawing).y);
}

TEST(Figure, OfSeveralHeadsShowsTheseAlone) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['je', 'bois'], 'sizes': {'d_model': 8, 'heads': 4}}");
    FigureRequest request = request_of("heads");
    request.array = ArrayId::A;
    const auto cells_of = [&](const FigureRequest& asked) {
        std::set<Index> heads;
        for (const Item& item : drawn.figure(asked).list.items)
            if (const auto* number = std::get_if<ShownNumber>(&item.says))
                heads.insert(number->cell.head);
        return heads;
    };
    EXPECT_EQ(cells_of(request).size(), 4U);
    request.head = 2;
    request.more_heads = {0};
    EXPECT_EQ(cells_of(request), (std::set<Index>{0, 2}));
    EXPECT_EQ(drawn.figure(request).title, "Attention, heads 3 and 1 of 4");
    request.kind = "product";
    EXPECT_NE(drawn.refusal(request).find("product is not of several heads"), std::string::npos);
}

} // namespace
} // namespace attn
