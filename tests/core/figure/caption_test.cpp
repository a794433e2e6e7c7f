#include "core/figure/caption.h"

#include "core/figure/number.h"
#include "tests/core/figure/figures.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

using test::Drawn;
using test::Shown;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string words_of(const Figure& figure) {
    return fmt::format("{}", fmt::join(test::texts_of(figure), " "));
}

FigureRequest of_matrix(ArrayId array) {
    FigureRequest request;
    request.array = array;
    request.width = 12.0F;
    return request;
}

TEST(Caption, SaysWhatSignsInCellsMean) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 1},"
                              " 'mask': {'causal': true}}");
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::A, 0, 0, 2, 1}] = 0.25F; });
    const FigureSource source{shown.session(), shown.trace(), typesetter()};
    const auto attention = lay_out(of_matrix(ArrayId::A), source);
    ASSERT_TRUE(attention);
    EXPECT_THAT(words_of(*attention), HasSubstr("hatched: masked; black corner: pinned;"));
    const auto input = lay_out(of_matrix(ArrayId::X), source);
    ASSERT_TRUE(input);
    EXPECT_THAT(words_of(*input), Not(HasSubstr("corner")));
    FigureRequest chosen = of_matrix(ArrayId::A);
    chosen.row = 2;
    chosen.column = 1;
    const auto outlined = lay_out(chosen, source);
    ASSERT_TRUE(outlined);
    EXPECT_THAT(words_of(*outlined), HasSubstr("outlined: c₃ reads b₂;"));
}

TEST(Caption, OfGreyCellsSaysThatNegativeOnesAreHatched) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 1},"
                                    " 'mask': {'causal': true}}");
    for (const bool numbers : {false, true}) {
        FigureRequest request = of_matrix(ArrayId::Q);
        request.palette = FigurePalette::grey;
        request.numbers = numbers;
        EXPECT_THAT(words_of(drawn.figure(request)), HasSubstr("Hatched: negative;"));
        request.array = ArrayId::masked;
        EXPECT_THAT(words_of(drawn.figure(request)), HasSubstr("Hatched rising: masked; hatched falling: negative;"));
        request.array = ArrayId::A;
        EXPECT_THAT(words_of(drawn.figure(request)), HasSubstr("hatched: masked"));
        EXPECT_THAT(words_of(drawn.figure(request)), Not(HasSubstr("negative")));
    }
}

/// The largest magnitude in the stage's matrices.
float largest_of(const Drawn& drawn, ArrayId array, const std::vector<Index>& heads, const std::vector<Index>& items) {
    float largest = 0;
    for (const Index head : heads)
        for (const Index item : items) {
            const Matrix numbers = drawn.trace().array(array, item, head);
            for (Index i = 0; i < numbers.rows(); ++i)
                for (const float number : numbers.row(i))
                    largest = std::max(largest, std::abs(number));
        }
    return largest;
}

TEST(Caption, NamesTheLargestNumberOfTheMatricesThatAreDrawn) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': [['a', 'b', 'c'], ['d', 'e', 'a']], 'seed': 7,"
                                    " 'sizes': {'d_model': 8, 'heads': 4, 'd_k': 2, 'd_v': 2}}");
    const auto is_named = [&](const FigureRequest& request, float number) {
        const std::string written = display_number(number, 2);
        const std::string words = words_of(drawn.figure(request));
        EXPECT_TRUE(words.find("largest number is " + written) != std::string::npos ||
                    words.find("number furthest from zero is −" + written) != std::string::npos)
            << request.kind << ": " << written << " in “" << words << "”";
    };
    FigureRequest parts = test::request_of("parts", ArrayId::Y);
    parts.item = 1;
    is_named(parts, largest_of(drawn, ArrayId::parts, {0, 1, 2, 3}, {1}));
    const FigureRequest items = test::request_of("items", ArrayId::Y);
    is_named(items, largest_of(drawn, ArrayId::Y, {0}, {0, 1}));
    FigureRequest as_one = test::request_of("one-head", ArrayId::scores);
    as_one.width = 12.0F; // has room for two of four
    is_named(as_one, largest_of(drawn, ArrayId::scores, {0, 1}, {0}));
}

TEST(Caption, NamesTheLargestNumberOfTheHeadThatIsDrawnAsItIs) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'seed': 7,"
                                    " 'sizes': {'d_model': 8, 'heads': 3, 'd_k': 2, 'd_v': 2}}");
    for (const Index head : {0, 1, 2}) {
        FigureRequest request = test::request_of("differences", ArrayId::Q);
        request.head = head;
        const std::string number = display_number(largest_of(drawn, ArrayId::Q, {head}, {0}), 2);
        EXPECT_THAT(words_of(drawn.figure(request)),
                    testing::ContainsRegex(fmt::format(
                        "n head {} the (largest number|number furthest from zero) is (−)?{}", head + 1, number)));
    }
}

TEST(Caption, OfPartsOfAnOutputHasTheirFormula) {
    Shown shown = Shown::preset("by-hand");
    const FigureKind& kind = *find_figure_kind("parts");
    EXPECT_EQ(figure_formula(shown.at(ArrayId::Y).drawing(), kind),
              figure_formula(shown.at(ArrayId::parts).drawing(), *find_figure_kind("heads")));
    EXPECT_NE(figure_formula(shown.drawing(), kind), "");
}

TEST(Caption, OfOneOfAKindHasNoPlural) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a'], 'sizes': {'d_model': 1, 'heads': 1},"
                              " 'context': {'tokens': ['b']}}");
    EXPECT_THAT(figure_words(shown.drawing(), *find_figure_kind("pipeline")), testing::StartsWith("1 token, width 1,"));
}

TEST(Caption, SaysOfWhichSessionWhatColoursMeanAndTheNumberWorthNoticing) {
    const Drawn drawn = Drawn::preset("who-and-where");
    FigureRequest request = of_matrix(ArrayId::A);
    request.head = 0;
    EXPECT_THAT(words_of(drawn.figure(request)),
                HasSubstr("4×4, queries × keys; scale 1/√4; no mask; from “Who and where”. "
                          "The darker, the larger the share; rose₄ reads a₃ most, with 0.95, as in 2 other rows."));
    request.head = 1;
    EXPECT_THAT(words_of(drawn.figure(request)), HasSubstr("is₂ reads is₂ most, with 0.95, as in 1 other row."));
    request.row = 3;
    request.kind = "softmax";
    EXPECT_THAT(words_of(drawn.figure(request)), HasSubstr("rose₄ reads rose₁ and rose₄ most, each with 0.49."));
    request = of_matrix(ArrayId::scores);
    request.head = 1;
    EXPECT_THAT(words_of(drawn.figure(request)),
                HasSubstr("Orange: positive; the largest number is 8.00, as where rose₁ reads rose₁."));
    request = of_matrix(ArrayId::A);
    request.kind = "heads";
    request.notation = "sum";
    EXPECT_THAT(words_of(drawn.figure(request)),
                HasSubstr("in head 0 rose₄ reads a₃ most, with 0.95, as in 4 other rows."));
}

TEST(Caption, OfWeightsHasNoFormulaAndNoTwoAxesOfOneName) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 8, 'heads': 2}}");
    FigureRequest request = of_matrix(ArrayId::W_Q);
    request.notation = "paper";
    const Figure figure = drawn.figure(request);
    EXPECT_THAT(figure.caption, Not(HasSubstr("= $")));
    EXPECT_THAT(figure.words, Not(HasSubstr("numbers ")));
}

TEST(Caption, InTwoSentencesLeavesOutWhomSomebodyReadsWhoHasNoChoice) {
    const Drawn drawn = Drawn::preset("induction"); // under a causal mask the first word reads only itself
    const std::string words = words_of(drawn.figure(of_matrix(ArrayId::A)));
    EXPECT_THAT(words, HasSubstr("hatched: masked; rose₄ reads is₂ most, with 0.95."));
}

TEST(Caption, SaysWhereElseAsLargeAShareStands) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 1},"
                              " 'mask': {'causal': true}}");
    shown.with([](Layer& layer) {
        layer.pins[{0, ArrayId::A, 0, 0, 1, 0}] = 0.0004F; // with two decimals it is 1.00, as in the first row
        layer.pins[{0, ArrayId::A, 0, 0, 1, 1}] = 0.9996F;
        layer.pins[{0, ArrayId::A, 0, 0, 2, 0}] = 0.4996F;
        layer.pins[{0, ArrayId::A, 0, 0, 2, 1}] = 0.5004F;
        layer.pins[{0, ArrayId::A, 0, 0, 2, 2}] = 0;
    });
    const FigureSource source{shown.session(), shown.trace(), typesetter()};
    FigureRequest request = of_matrix(ArrayId::A);
    auto figure = lay_out(request, source);
    ASSERT_TRUE(figure);
    EXPECT_THAT(words_of(*figure), HasSubstr("b₂ reads b₂ most, with 1.00, as in 1 other row."));
    request.kind = "softmax";
    request.row = 2;
    figure = lay_out(request, source);
    ASSERT_TRUE(figure);
    EXPECT_THAT(words_of(*figure), HasSubstr("c₃ reads all alike, each with 0.50."));
}

TEST(Caption, OfAColumnStandsBesideTheFigureAlone) {
    const Drawn drawn = Drawn::preset("who-and-where");
    FigureRequest request = of_matrix(ArrayId::A);
    request.width.reset();
    request.fit = FigureFit::column;
    const Figure figure = drawn.figure(request);
    EXPECT_THAT(words_of(figure), Not(HasSubstr("queries × keys;")));
    EXPECT_THAT(figure.caption, HasSubstr("queries $\\times$ keys; scale"));
    EXPECT_THAT(figure.caption, HasSubstr("is\\textsubscript{2} reads"));
}

TEST(Figure, SoftmaxAndOneTokenHaveRoomInAColumn) {
    for (const char* preset : {"who-and-where", "by-hand", "masks", "eight-heads"})
        for (const char* kind : {"softmax", "token"}) {
            const Drawn drawn = Drawn::preset(preset);
            FigureRequest request;
            request.kind = kind;
            request.width = 8.0F;
            const auto figure = lay_out(request, drawn.source());
            ASSERT_TRUE(figure) << preset << " " << kind << ": " << figure.error().message;
        }
}

TEST(Caption, NamesTheCellsThatAreOutlined) {
    Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 2}}");
    const auto outlined = [&](std::string_view kind, ArrayId array, std::optional<Index> row,
                              std::optional<Index> column, bool tokens_as_columns = false) {
        FigureRequest request = test::request_of(kind, array);
        request.row = row;
        request.column = column;
        request.tokens_as_columns = tokens_as_columns;
        const std::string words = drawn.figure(request).words;
        const std::size_t begin = words.find("utlined: ") + std::string_view("utlined: ").size();
        return words.substr(begin, words.find_first_of(";.", begin) - begin);
    };
    EXPECT_EQ(outlined("sum", ArrayId::A, 2, 1), R"(c\textsubscript{3}, number 2)"); // a cell of Y
    EXPECT_EQ(outlined("heatmap", ArrayId::A, 2, 1), R"(c\textsubscript{3} reads b\textsubscript{2})");
    EXPECT_EQ(outlined("heatmap", ArrayId::A, 2, {}), R"(row of c\textsubscript{3})");
    EXPECT_EQ(outlined("heatmap", ArrayId::A, {}, 1), R"(column of b\textsubscript{2})");
    EXPECT_EQ(outlined("heatmap", ArrayId::A, 2, {}, true), R"(column of c\textsubscript{3})");
    EXPECT_EQ(outlined("heatmap", ArrayId::Q, {}, 1), "column 2");
    EXPECT_EQ(outlined("heatmap", ArrayId::W_Q, 3, {}), "row 4");
}

TEST(Caption, CountsOneTokenAsOne) {
    const Drawn one = Drawn::json("{'version': 1, 'tokens': ['a'], 'sizes': {'d_model': 4, 'heads': 2}}");
    EXPECT_THAT(one.figure(test::request_of("token")).words, testing::StartsWith("1 token, width 4"));
    const Drawn of_two = Drawn::json("{'version': 1, 'tokens': ['a'], 'sizes': {'d_model': 4, 'heads': 2},"
                                     " 'context': {'tokens': ['b', 'c']}}");
    EXPECT_THAT(of_two.figure(test::request_of("token")).words, testing::StartsWith("1 query, 2 keys, width 4"));
}

TEST(Caption, NamesTheHeadsOfASumThatHasNoRoomForAll) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],"
                                    " 'sizes': {'d_model': 8, 'heads': 2}}");
    FigureRequest slide = test::request_of("sum", ArrayId::Y);
    slide.width = 33.87F;
    slide.height = 19.05F;
    slide.font_size = 14;
    slide.head = 1;
    const Figure on_slide = drawn.figure(slide);
    EXPECT_EQ(on_slide.title.letters(), "Output as the sum over heads: only head 2 of 2 shown");
    EXPECT_TRUE(test::says(on_slide, on_slide.title.letters()));
    EXPECT_TRUE(test::says(on_slide, "+ …"));
    const Figure whole = drawn.figure(test::request_of("sum", ArrayId::Y));
    EXPECT_EQ(whole.title, "Output as the sum over heads");
    EXPECT_FALSE(test::says(whole, "+ …"));
}

TEST(Caption, NamesTheHeadOfEachPictureOfOneHead) {
    const Drawn drawn = Drawn::preset("who-and-where");
    for (const char* const kind : {"inner-product", "linear-map", "conditional-probability", "saturation"}) {
        FigureRequest request = test::request_of(kind, ArrayId::A);
        request.head = 1;
        EXPECT_THAT(drawn.figure(request).title.letters(), testing::EndsWith(", head 2 of 2")) << kind;
    }
    for (const char* const kind : {"token", "sum", "pipeline"})
        EXPECT_THAT(drawn.figure(test::request_of(kind, ArrayId::A)).title.letters(), Not(HasSubstr("head 1"))) << kind;
}

} // namespace
} // namespace attn
