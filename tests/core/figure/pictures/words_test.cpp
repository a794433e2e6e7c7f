#include "core/figure/words/cell_words.h"

#include "core/explain/explain.h"
#include "core/figure/caption.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/note_numbers.h"
#include "tests/core/figure/pictures/shown.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

using test::says;
using test::Shown;

TEST(Words, NameAllOfWhomAMixtureIsMostlyTaken) {
    Shown shown = Shown::preset("who-and-where");
    const auto said = [&](Index column) {
        return in_words(shown.drawing(), explain(shown.trace(), {0, ArrayId::O, 0, 0, 3, column}));
    };
    EXPECT_EQ(said(0), "rose₄ takes this mostly from rose₁ and rose₄, which it reads with 2 % each.");
    EXPECT_EQ(said(2), "rose₄ takes this mostly from a₃, which it reads with 95 %.");
}

TEST(Words, SayWhereNoTokenGivesMost) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 1}}");
    shown.with([](Layer& layer) {
        layer.given[{0, ArrayId::A, 0, 0}] = Matrix::from_rows({{0.25F, 0.5F, 0.25F}, {1, 0, 0}, {0, 1, 0}});
        layer.given[{0, ArrayId::V, 0, 0}] =
            Matrix::from_rows({{1, 1, 1, 1}, {1, -0.75F, 0.5F, 1}, {-1, 0.25F, 0.5F, 1}});
    });
    const auto said = [&](Index column) {
        return in_words(shown.drawing(), explain(shown.trace(), {0, ArrayId::O, 0, 0, 0, column}));
    };
    EXPECT_EQ(said(0), "a₁ takes the largest part of this from b₂, which it reads with 50 %."); // half, and not more
    EXPECT_EQ(said(1), "a₁ takes the largest part of this from b₂, which it reads with 50 %."); // 55 % are not "mostly"
    EXPECT_EQ(said(2), "a₁ takes this mostly from a₁ and b₂.");                                 // with 25 and 50 %
}

/// The words about a number of Q whose terms are the products of these.
std::string said_of_products(const std::vector<float>& token, const std::vector<float>& weights) {
    const Index count = std::ssize(token);
    Shown shown = Shown::json(fmt::format(
        "{{'version': 1, 'tokens': ['a'], 'sizes': {{'d_model': {}, 'heads': 1, 'd_k': 1, 'd_v': 1}}}}", count));
    shown.with([&](Layer& layer) {
        Matrix row = Matrix::zeros(1, count);
        Matrix column = Matrix::zeros(count, 1);
        for (Index i = 0; i < count; ++i) {
            row = row.with_cell(0, i, token[static_cast<std::size_t>(i)]);
            column = column.with_cell(i, 0, weights[static_cast<std::size_t>(i)]);
        }
        layer.given[{0, ArrayId::X, 0, 0}] = row;
        layer.heads[0].W_Q = column;
    });
    return in_words(shown.drawing(), explain(shown.trace(), {0, ArrayId::Q, 0, 0, 0, 0}));
}

TEST(Words, OfASumNameAllTermsThatAreTheLargest) {
    EXPECT_EQ(said_of_products({1, 3, -1}, {1, 1, 1}), "3 terms. The largest, 3.00, makes 60 % of their magnitudes.");
    EXPECT_EQ(said_of_products({2, -2, 1}, {1, 1, 1}),
              "3 terms. The two largest, 2.00 and −2.00, make 80 % of their magnitudes.");
    EXPECT_EQ(said_of_products({2, 2, 1}, {1, 1, 1}),
              "3 terms. The two largest, both 2.00, make 80 % of their magnitudes.");
    EXPECT_THAT(said_of_products({2, 2, -2, 1}, {1, 1, 1, 2}), testing::StartsWith("4 terms, each 2.00 or −2.00."));
    EXPECT_EQ(said_of_products({2, 2, -2, 1}, {1, 1, 1, 1}),
              "4 terms. The three largest, each 2.00 or −2.00, make 86 % of their magnitudes.");
    EXPECT_EQ(said_of_products({1, 1.001F, 0.5F}, {1, 1, 1}),
              "3 terms. The two largest, both 1.00, make 80 % of their magnitudes.")
        << "as they are written";
}

TEST(Words, OfTwoTermsAreThoseOfTwo) {
    EXPECT_EQ(said_of_products({3, 1}, {1, 1}), "2 terms. The larger, 3.00, makes 75 % of their magnitudes.");
    EXPECT_THAT(said_of_products({3, 0}, {1, 1}), testing::StartsWith("2 terms. One of them is zero."));
    EXPECT_THAT(said_of_products({3, 0, 0}, {1, 1, 1}), testing::StartsWith("3 terms. All but one are zero."));
    EXPECT_THAT(said_of_products({3, 3}, {1, 1}), testing::StartsWith("2 terms, both 3.00."));
    EXPECT_THAT(said_of_products({3, 3}, {1, -1}), testing::StartsWith("2 terms, 3.00 and −3.00."));
}

TEST(Words, OfAScoreSayNothingOfSoftmaxWhereItsShareIsPinned) {
    Shown shown = Shown::preset("by-hand");
    const auto said = [&](ArrayId stage) {
        return in_words(shown.drawing(), explain(shown.trace(), {0, stage, 0, 0, 0, 1}));
    };
    EXPECT_NE(said(ArrayId::scores).find("After softmax is₂ gets 9 %"), std::string::npos);
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::A, 0, 0, 0, 1}] = 1.5F; });
    EXPECT_NE(said(ArrayId::scores).find("the share of is₂ is given, 150 %."), std::string::npos);
    EXPECT_EQ(said(ArrayId::scores).find("After softmax"), std::string::npos);
    EXPECT_NE(said(ArrayId::A).find("With its pins this row sums to 2.410."), std::string::npos);
}

TEST(Words, NeverRoundAShareToNoneOrAll) {
    EXPECT_EQ(share_in_percent(0), "0 %");
    EXPECT_EQ(share_in_percent(0.000045F), "less than 0.01 %");
    EXPECT_EQ(share_in_percent(0.000646F), "0.065 %");
    EXPECT_EQ(share_in_percent(0.0099F), "1 %");
    EXPECT_EQ(share_in_percent(0.672F), "67 %");
    EXPECT_EQ(share_in_percent(0.9949F), "99 %");
    EXPECT_EQ(share_in_percent(0.999F), "over 99 %");
    EXPECT_EQ(share_in_percent(1), "100 %");
    EXPECT_EQ(share_in_percent(1.5F), "150 %");
}

TEST(WordsOfPictures, ScoresThatWereGivenAreNotSaidToBeScaled) {
    Shown shown = Shown::preset("by-hand");
    EXPECT_TRUE(says(shown.at(ArrayId::scaled).draw(PictureId::spread), "each times 0.5"));
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::scaled, 0, 0, 0, 0}] = 6; });
    for (const PictureId id : {PictureId::spread, PictureId::equation}) {
        const DisplayList list = shown.at(ArrayId::scaled).draw(id);
        EXPECT_FALSE(says(list, "each times"));
        EXPECT_FALSE(says(list, "0.50 ="));
    }
    EXPECT_TRUE(says(shown.draw(PictureId::spread), "some of them were given, and not scaled"));
}

TEST(WordsOfPictures, WhatAProjectionDoesNotSeeIsTheSameToItsWeightsAlone) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2}}");
    const DisplayList list = shown.at(ArrayId::Q).draw(PictureId::projection);
    EXPECT_TRUE(says(list, "two words that differ in it alone have the same row of Q."));
    EXPECT_TRUE(says(shown.columns().draw(PictureId::projection), "have the same column of Q."));
}

TEST(WordsOfPictures, WhatAHeadWritesIsTransposedWhereTokensAreColumns) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2},"
                              " 'context': {'tokens': ['c'], 'd_model': 6}}");
    const DisplayList rows = shown.at(ArrayId::V).draw(PictureId::writing);
    EXPECT_TRUE(says(rows, "6×4"));
    EXPECT_TRUE(says(rows, "Rows are what is read, columns what is written."));
    EXPECT_TRUE(says(rows, "times this,"));
    const DisplayList columns = shown.columns().draw(PictureId::writing);
    EXPECT_TRUE(says(columns, "4×6"));
    EXPECT_TRUE(says(columns, "Columns are what is read, rows what is written."));
    EXPECT_TRUE(says(columns, "adds this times its column of"));
    const FigureKind& kind = *find_figure_kind("writing");
    EXPECT_EQ(figure_formula(shown.drawing(), kind), "<W_O T> <W_V T>");
    EXPECT_THAT(figure_words(shown.drawing(), kind), testing::StartsWith("4×6, what is written × what is read"));
}

TEST(WordsOfPictures, OneHeadOfManyIsSaidToHaveNothingThatEachOfThemHasOfItsOwn) {
    const std::string layer = "{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 4";
    Shown plain = Shown::json(layer + "}}");
    const DisplayList list = plain.at(ArrayId::A).draw(PictureId::one_head);
    EXPECT_FALSE(says(list, "each of many has one of its own"));
    EXPECT_FALSE(says(list, "once for each of them"));
    Shown biased = Shown::json(layer + "}}");
    biased.with([](Layer& of_heads) { of_heads.alibi = true; });
    EXPECT_TRUE(says(biased.at(ArrayId::A).draw(PictureId::one_head),
                     "As one head it has no bias, since each of many has one of its own."));
    Shown shared = Shown::json(layer + ", 'key_value_heads': 2}}");
    EXPECT_TRUE(says(shared.at(ArrayId::A).draw(PictureId::one_head),
                     "Keys and values that several heads share stand in it once for each of them."));
}

TEST(WordsOfPictures, AMatrixOfAllHeadsHasTheirBiases) {
    for (const bool has_bias : {false, true}) {
        Shown shown =
            Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2, 'd_k': 1}}");
        if (has_bias)
            shown.with([](Layer& layer) {
                layer.heads[0].b_Q = Matrix::from_rows({{3.25F}});
                layer.heads[1].b_Q = Matrix::from_rows({{4.75F}});
            });
        const DisplayList list = shown.at(ArrayId::Q).draw(PictureId::fused, {0, 0, 1200, 700});
        EXPECT_EQ(says(list, "4.75"), has_bias);
        EXPECT_EQ(says(list, "the same for each row"), has_bias);
        EXPECT_TRUE(says(list, "2 heads share one product: each owns 1 column."));
    }
}

TEST(WordsOfPictures, APartIsNamedByTheColumnsOfConcatWhereTheyAreGiven) {
    Shown shown = Shown::preset("by-hand");
    const auto names_O = [&](PictureId id) {
        const DisplayList list = shown.at(ArrayId::parts).draw(id);
        return std::ranges::any_of(list.items, [](const Item& item) {
            const auto* const mark = std::get_if<FormulaMark>(&item.shape());
            return mark != nullptr && mark->tex.starts_with("O^");
        });
    };
    for (const PictureId id : {PictureId::heatmap, PictureId::heads, PictureId::product})
        EXPECT_TRUE(names_O(id));
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::concat, 0, 0, 0, 0}] = 9; });
    for (const PictureId id : {PictureId::heatmap, PictureId::heads, PictureId::product})
        EXPECT_FALSE(names_O(id));
}

TEST(WordsOfPictures, OneTokenOfTwoSequencesReadsWordsThatAreNotOthers) {
    const auto token = [](const std::string& context) {
        Shown shown =
            Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2}" + context + "}");
        return shown.at(ArrayId::Y).draw(PictureId::token, {0, 0, 1200, 900});
    };
    EXPECT_TRUE(says(token(""), "Of the other words a₁ needs only the keys and values."));
    EXPECT_TRUE(says(token(", 'context': {'tokens': ['c', 'd', 'e']}"),
                     "Of the words that are read a₁ needs only the keys and values."));
}

TEST(WordsOfPictures, NothingIsToBeSwappedThatHasAnotherShape) {
    const auto hint = [](const std::string& more) {
        const Shown shown =
            Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2" + more + "}");
        return array_hint(shown.session(), ArrayId::W_K).letters() + " " +
               array_hint(shown.session(), ArrayId::K).letters();
    };
    EXPECT_EQ(hint("}"), "swap W_Q with W_K and see who now reads whom. swap W_Q with W_K. Who reads whom now?");
    const std::string otherwise = "drag one number and watch the scores move. change one number of W_K. Which scores "
                                  "move?";
    EXPECT_EQ(hint(", 'key_value_heads': 1}"), otherwise);
    EXPECT_EQ(hint("}, 'context': {'tokens': ['c'], 'd_model': 6}"), otherwise);
}

TEST(WordsOfPictures, ANumberOfNotesIs0OnlyWhereItIs) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 2, 'heads': 1},"
                              " 'notation': 'Txd'}");
    shown.with([](Layer& layer) {
        layer.pins[{0, ArrayId::scores, 0, 0, 0, 0}] = 12;
        layer.pins[{0, ArrayId::scores, 0, 0, 0, 1}] = 0;
    });
    shown.at(ArrayId::A, 0, 0, 1);
    const DrawContext drawing = shown.drawing();
    const NoteNumbers numbers(drawing);
    NoteFormula formula;
    formula.array = ArrayId::A;
    formula.numbers = "<=exp> <=A> <=scores>";
    EXPECT_THAT(numbers.of(formula), testing::MatchesRegex(R"(1\.000 [0-9.]+ \\cdot 10\^\{-[45]\} 0\.00)"));
}

} // namespace
} // namespace attn
