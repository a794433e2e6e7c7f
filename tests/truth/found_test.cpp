// Names and words that were once false, each alone.

#include "core/document/options/session_notation.h"
#include "core/explain/explain.h"
#include "core/figure/caption.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/model/options.h"
#include "tests/core/figure/pictures/shown.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace attn {
namespace {

using test::says;
using test::Shown;
using testing::HasSubstr;
using testing::Not;

Shown layer_of(const std::string& sizes, const std::string& more = "") {
    return Shown::json("{'version': 1, 'tokens': ['rose', 'is', 'a', 'rose'], 'sizes': {" + sizes + "}" + more + "}");
}

/// The formula in the figure's caption, in the session's notation.
std::string written_formula(Shown& shown) {
    return in_notation(figure_formula(shown.drawing()), notation_of(shown.session()));
}

TEST(Found, SharedKeysAreDrawnOnceAndSayWhoseTheyAre) {
    Shown shown = layer_of("'d_model': 4, 'heads': 4, 'key_value_heads': 2, 'd_k': 2, 'd_v': 2");
    const DisplayList keys = shown.at(ArrayId::K).draw(PictureId::heads);
    EXPECT_EQ(test::count_of(keys, "heads 1 to 2"), 1U);
    EXPECT_EQ(test::count_of(keys, "heads 3 to 4"), 1U);
    EXPECT_FALSE(test::place_of(keys, "K/3[5,1]"));
    EXPECT_TRUE(says(shown.at(ArrayId::scores, 3).draw(PictureId::product), "2×4, heads 3 to 4"));
    EXPECT_FALSE(says(shown.at(ArrayId::Q).draw(PictureId::heads), "heads 1 to 2"));
}

TEST(Found, AMatrixThatHeadsShareIsCalledByTheHeadInSight) {
    Shown shown = layer_of("'d_model': 4, 'heads': 4, 'key_value_heads': 2, 'd_k': 2, 'd_v': 2");
    for (const PictureId id : {PictureId::product, PictureId::heatmap}) {
        const DisplayList keys = shown.at(ArrayId::K, 1).draw(id);
        for (const Item& item : keys.items)
            if (const auto* mark = std::get_if<FormulaMark>(&item.shape()))
                EXPECT_EQ(mark->tex.find("K^{(1)}"), std::string::npos) << mark->tex;
    }
}

TEST(Found, CaptionsOfSoftmaxFollowWhatIsPinned) {
    Shown shown = Shown::preset("by-hand");
    shown.at(ArrayId::A);
    for (const char* usual : {"at most 0", "between 0 and 1", "each row sums to 1", "row’s largest"})
        EXPECT_TRUE(says(shown.draw(PictureId::softmax), usual)) << usual;
    shown.with([](Layer& layer) {
        layer.pins[{0, ArrayId::row_max, 0, 0, 0, 0}] = -3;
        layer.pins[{0, ArrayId::exp, 0, 0, 0, 1}] = 7.389F;
        layer.pins[{0, ArrayId::A, 0, 0, 0, 1}] = 1.5F;
    });
    const DisplayList pinned = shown.draw(PictureId::softmax);
    for (const char* usual : {"at most 0", "between 0 and 1", "each row sums to 1", "row’s largest"})
        EXPECT_FALSE(says(pinned, usual)) << usual;
    for (const char* true_now : {"m is not the largest", "some above 1", "not every row sums to 1", "pinned"})
        EXPECT_TRUE(says(pinned, true_now)) << true_now;
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::row_max, 0, 0, 0, 0}] = 0; });
    EXPECT_TRUE(says(shown.draw(PictureId::softmax), "m is 0, so as above"));
}

TEST(Found, KeysAndValuesAreMadeFromWhatIsRead) {
    Shown shown = layer_of("'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2", ", 'context': {'tokens': ['tea', 'cup']}");
    for (const ArrayId stage : {ArrayId::K, ArrayId::V}) {
        EXPECT_THAT(written_formula(shown.at(stage)), HasSubstr("X_c"));
        EXPECT_THAT(in_notation(cell_formula_of(shown.session(), stage), notation_of(shown.session())),
                    HasSubstr("x^{c}"));
    }
    EXPECT_THAT(written_formula(shown.at(ArrayId::Q)), Not(HasSubstr("X_c")));
}

TEST(Found, WhatAHeadAsksForNamesTheColumnsThatAskAndThoseThatAreRead) {
    Shown shown = Shown::preset("four-letters");
    const DisplayList list = shown.at(ArrayId::scores).draw(PictureId::bilinear);
    EXPECT_EQ(test::count_of(list, "odd"), 4U) << "beneath x_i, beside and beneath W_QK, beside x_j";
    EXPECT_TRUE(says(list, "numbers of xᵢ, which asks"));
    EXPECT_TRUE(says(list, "numbers of xⱼ, which is read"));
    EXPECT_EQ(test::count_of(shown.columns().draw(PictureId::bilinear), "odd"), 4U);
    EXPECT_TRUE(says(shown.draw(PictureId::bilinear), "numbers of xᵢ, which asks"));
}

TEST(Found, WhatHeadsAskForAndWriteNamesWhatIsRead) {
    Shown shown = layer_of("'d_model': 4, 'heads': 2", ", 'context': {'tokens': ['I', 'drink', 'tea']}");
    EXPECT_TRUE(says(shown.at(ArrayId::V).draw(PictureId::writing), "row of X c")); // X_c
    EXPECT_TRUE(says(shown.at(ArrayId::scores).draw(PictureId::bilinear), "W QK  xᶜⱼ ⊤  = "));
}

TEST(Found, ScoresAreOfTurnedQueriesAndKeysWhereTheseTurn) {
    Shown shown = layer_of("'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2", ", 'rotary': {'pairs': 'halves'}");
    EXPECT_THAT(in_notation(cell_formula_of(shown.session(), ArrayId::scores), notation_of(shown.session())),
                HasSubstr(R"(\bar{q})"));
}

TEST(Found, TheOnlyHeadHasNoNumberAndNoSum) {
    Shown shown = layer_of("'d_model': 4, 'heads': 1, 'd_k': 2, 'd_v': 2");
    EXPECT_EQ(head_mark(shown.session(), 0), "");
    const Notation notation = notation_of(shown.session());
    for (const Array& row : stages())
        for (const std::string_view formula : {row.symbol, row.formula, row.columns_formula, row.cell_formula}) {
            const std::string tex = in_notation(formula, notation, 0);
            EXPECT_THAT(tex, Not(HasSubstr("(1)"))) << row.name;
            EXPECT_THAT(tex, Not(HasSubstr(R"(\sum_{h)"))) << row.name;
        }
    EXPECT_EQ(in_notation("<W_K T>", notation, 0), R"(W_K^\top)");
    EXPECT_EQ(in_notation("<W_O T><O>", notation, 0), R"(W_O^\top O)"); // not a command \topO
}

TEST(Found, NothingIsSaidToBeItself) {
    for (const char* notation : {"default", "paper", "nxd", "sum"}) {
        Shown shown =
            layer_of("'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2", std::string(", 'notation': '") + notation + "'");
        for (const ArrayId stage : {ArrayId::parts, ArrayId::Y, ArrayId::exp}) {
            const std::string formula = written_formula(shown.at(stage));
            std::string sides = formula;
            std::erase(sides, ' ');
            const std::size_t equals = sides.find('=');
            const std::string left = sides.substr(0, equals);
            if (equals != std::string::npos)
                EXPECT_NE(sides.substr(equals + 1, left.size()), left) << notation << ": " << formula;
        }
    }
}

TEST(Found, HeadsCountInTitlesAsInFormulas) {
    Shown shown = layer_of("'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2", ", 'notation': 'sum'");
    EXPECT_THAT(figure_title(shown.at(ArrayId::Q, 1).drawing()).letters(), HasSubstr("head 1 of 0–1"));
    Shown usual = layer_of("'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2");
    EXPECT_THAT(figure_title(usual.at(ArrayId::Q, 1).drawing()).letters(), HasSubstr("head 2 of 2"));
}

TEST(Found, TheBilinearFormIsOfScoresAloneAndIsNoMask) {
    Shown shown = layer_of("'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2");
    EXPECT_FALSE(shown.at(ArrayId::scaled).fits(PictureId::bilinear));
    EXPECT_FALSE(says(shown.at(ArrayId::scores).draw(PictureId::bilinear), "x M xᵀ"));
    EXPECT_TRUE(says(shown.draw(PictureId::bilinear), "xᵢ W QK  xⱼ"));
    EXPECT_FALSE(says(shown.columns().draw(PictureId::bilinear), "xᵢ W QK  xⱼ"));
}

TEST(Found, AsOneHeadScoresAreOfTheQueriesAndKeysThatAreMultiplied) {
    Shown rotated = layer_of("'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2", ", 'rotary': {'pairs': 'halves'}");
    const auto name = [](Shown& shown) {
        const DisplayList list = shown.at(ArrayId::scores).draw(PictureId::one_head);
        std::vector<std::string> formulas;
        for (const Item& item : list.items)
            if (const auto* const mark = std::get_if<FormulaMark>(&item.shape()))
                formulas.push_back(mark->tex);
        return formulas;
    };
    EXPECT_THAT(name(rotated), testing::Contains(R"(\bar{Q} \bar{K}^\top)"));
    EXPECT_THAT(name(rotated), testing::Not(testing::Contains(R"(Q K^\top)")));
    EXPECT_TRUE(says(rotated.draw(PictureId::one_head), "one whole a row"));
    EXPECT_THAT(name(rotated.columns()), testing::Contains(R"(\bar{K}^\top \bar{Q})"));
    EXPECT_TRUE(says(rotated.draw(PictureId::one_head), "one whole a column"));
}

TEST(Found, TheSoftmaxOfOneHeadNamesThatHead) {
    Shown shown = layer_of("'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2", ", 'notation': 'Txd'");
    const DisplayList list = shown.at(ArrayId::A, 1).draw(PictureId::softmax);
    std::string formulas;
    for (const Item& item : list.items)
        if (const auto* const mark = std::get_if<FormulaMark>(&item.shape()))
            formulas += mark->tex + "\n";
    EXPECT_THAT(formulas, HasSubstr(R"(\alpha_{ij}^{(2)})"));
    EXPECT_THAT(formulas, Not(HasSubstr("(h)"))) << "beside the matrix of head 2";
}

TEST(Found, WhatAGateLetsThroughIsNamedAfterTheOutputThatItHoldsBack) {
    for (const auto& [name, gated, cell] :
         {std::tuple("default", R"(\bar{O}^{(2)})", "o\u0304₁‚₁"), std::tuple("sum", R"(\bar{A}_{1})", "a\u0304₁‚₁"),
          std::tuple("nxd", R"(\bar{Z}^{(2)})", "z\u0304₁‚₁"), std::tuple("Txd", R"(\bar{Y}^{(2)})", "y\u0304₁‚₁"),
          std::tuple("paper", R"(\bar{\mathrm{head}}_{2})", "h\u0304ead₁‚₁")}) {
        Shown shown =
            layer_of("'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2", std::string(", 'notation': '") + name + "'");
        shown.with([](Layer& layer) { ASSERT_TRUE(set_option(layer, {OptionId::gate, 1})); });
        const Notation notation = notation_of(shown.session());
        EXPECT_EQ(in_notation(row_of(ArrayId::O_gated).symbol, notation, 1), gated) << name;
        EXPECT_EQ(short_cell(shown.drawing(), {0, ArrayId::O_gated, 0, 1, 0, 0}), cell) << name;
    }
}

TEST(Found, CellsOfChangedQueriesBearTheLetterOfQueries) {
    Shown shown =
        layer_of("'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2", ", 'rotary': {'pairs': 'halves'}, 'notation': 'Txd'");
    EXPECT_EQ(short_cell(shown.drawing(), {0, ArrayId::Q, 0, 1, 0, 0}), "Q₁‚₁");
    EXPECT_EQ(short_cell(shown.drawing(), {0, ArrayId::Q_rotated, 0, 1, 0, 0}), "Q\u0304₁‚₁");
    EXPECT_EQ(short_cell(shown.drawing(), {0, ArrayId::scaled, 0, 1, 0, 0}), "scoreˢᶜᵃˡᵉᵈ₁‚₁");
}

TEST(Found, CellsOfTheContextAreNotThoseOfTheInput) {
    for (const std::string_view name : notation_names()) {
        Shown shown = layer_of("'d_model': 4, 'heads': 2",
                               ", 'context': {'tokens': ['tea', 'cup']}, 'notation': '" + std::string(name) + "'");
        EXPECT_NE(short_cell(shown.drawing(), {0, ArrayId::context}), short_cell(shown.drawing(), {0, ArrayId::X}))
            << name;
    }
}

TEST(Found, AFormulaTellsTheKeyThatItIsAboutFromTheKeysThatItAddsUp) {
    Notation notation;
    EXPECT_EQ(in_notation(R"(\exp(<softmax score>) <any key(>\sum_{<j>} \exp(<softmax score>)<)any key>)", notation),
              R"(\exp(\tilde{s}_{ij}) \sum_{j'} \exp(\tilde{s}_{ij'}))");
    notation.chosen = "paper";
    EXPECT_EQ(in_notation("<any key(><share><)any key><share>", notation), "a_{tu'}a_{tu}");
}

TEST(Found, TheBilinearFormIsSaidInTheLettersThatAreDrawn) {
    Shown shown = layer_of("'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2", ", 'notation': 'paper'");
    const DisplayList list = shown.at(ArrayId::scores).draw(PictureId::bilinear);
    EXPECT_TRUE(says(list, "numbers of xₜ, which asks"));
    EXPECT_TRUE(says(list, "numbers of xᵤ, which is read"));
    EXPECT_TRUE(says(list, "xₜ W QK  xᵤ"));
    EXPECT_FALSE(says(list, "ᵢ")) << "which counts heads there";
}

TEST(Found, PlacesAndTurnsSayTheirAngle) {
    Shown places = layer_of("'d_model': 4, 'heads': 1, 'd_k': 2, 'd_v': 2", ", 'positions': 'sinusoidal'");
    const auto words = [](Shown& shown, const CellId& cell) {
        return in_words(shown.drawing(), explain(shown.trace(), cell));
    };
    EXPECT_EQ(words(places, {0, ArrayId::P, 0, 0, 3, 0}),
              "The sine of the angle 3.0000 of rose₄: place 3 (from 0) × 1.0000 a place = 3.0000.");
    EXPECT_THAT(words(places, {0, ArrayId::P, 0, 0, 2, 3}), HasSubstr("The cosine of the angle 0.0200 of a₃"));
    Shown turned = layer_of("'d_model': 4, 'heads': 1, 'd_k': 2, 'd_v': 2", ", 'rotary': {'pairs': 'halves'}");
    EXPECT_EQ(words(turned, {0, ArrayId::Q_rotated, 0, 0, 1, 0}),
              "Turned by θ = place 1 (from 0) × 1.0000 a place = 1.0000: cos θ = 0.5403, sin θ = 0.8415.");
}

TEST(Found, TokensAsColumnsAreColumnsInNamesAndWordsToo) {
    Shown shown = Shown::preset("by-hand");
    shown.columns();
    const Notation notation = notation_of(shown.session());
    EXPECT_EQ(in_notation(symbol_of(ArrayId::scores), notation, 0), R"(K^{(1)\top}Q^{(1)})");
    EXPECT_EQ(in_notation(symbol_of(ArrayId::parts), notation, 0), R"(W_O^{(1)\top}O^{(1)})");
    for (const PictureId picture : {PictureId::softmax, PictureId::heatmap}) {
        const DisplayList list = shown.at(ArrayId::A, 0, 2, 0).draw(picture);
        for (const Item& item : list.items)
            if (const Text* const text = std::get_if<Text>(&item.shape()))
                EXPECT_EQ(text->text.find("row"), std::string::npos) << text->text;
    }
}

TEST(Found, MatricesOfAllHeadsAreNotNamedAfterTheFirst) {
    Shown shown = Shown::preset("who-and-where");
    const DisplayList list = shown.at(ArrayId::Q).draw(PictureId::fused);
    const auto named = [&](std::string_view tex) {
        return std::ranges::count_if(list.items, [&](const Item& item) {
            const auto* const mark = std::get_if<FormulaMark>(&item.shape());
            return mark != nullptr && mark->tex == tex;
        });
    };
    EXPECT_EQ(named("W_Q^{(1)}"), 1); // its columns
    EXPECT_EQ(named("W_Q"), 1);       // above the matrix
    EXPECT_EQ(named("W_Q{,}"), 1);    // before its colours, where another name follows
}

TEST(Found, ProductsOfValuesAreWrittenOutWithTokensAsColumnsToo) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList rows = shown.at(ArrayId::O).draw(PictureId::values);
    shown.columns();
    const DisplayList columns = shown.at(ArrayId::O).draw(PictureId::values);
    EXPECT_TRUE(says(rows, "Σ ="));
    EXPECT_TRUE(says(columns, "Σ ="));
    EXPECT_TRUE(says(columns, "0.6652 × 3.0000"));
}

TEST(Found, ALinearMapSaysInWhichPlaneItIsSeenAndWhatBareNumbersAre) {
    const auto drawn = [](const std::string& tokens) {
        Shown shown =
            Shown::json("{'version': 1, 'seed': 3, 'tokens': [" + tokens + "], 'sizes': {'d_model': 4, 'heads': 2}}");
        return shown.at(ArrayId::Q).draw(PictureId::linear_map);
    };
    const DisplayList few = drawn("'rose', 'is'");
    EXPECT_TRUE(says(few, "the plane of its own two longest directions"));
    EXPECT_FALSE(says(few, "A number alone"));
    // Not all of these long words fit beside their dots.
    const DisplayList many =
        drawn("'understanding', 'representation', 'transformers', 'self-attention', 'embeddings', "
              "'normalisation', 'multiplication', 'distribution', 'hypothetically', 'perplexities'");
    std::size_t bare = 0;
    for (int place = 1; place <= 10; ++place)
        bare += test::count_of(many, std::to_string(place));
    EXPECT_GE(bare, 1U);
    EXPECT_TRUE(says(many, "A number alone is a token’s place."));
}

TEST(Found, AHeadThatIsOffAddsNothingUp) {
    Shown shown = Shown::preset("who-and-where");
    shown.with([](Layer& layer) { layer.heads[0].on = false; });
    const DisplayList list = shown.at(ArrayId::O).draw(PictureId::values);
    EXPECT_TRUE(says(list, "off ="));
    EXPECT_FALSE(says(list, "Σ ="));
    EXPECT_FALSE(
        std::ranges::any_of(list.items, [](const Item& item) { return std::holds_alternative<ShownTerm>(item.says); }));
}

TEST(Found, AnOutputWithABiasIsNotCalledAsOneWithout) {
    Shown shown = Shown::preset("by-hand");
    for (const char* const notation : {"sum", "nxd"}) {
        shown.in_notation_of(notation).with([](Layer& layer) { layer.b_O = Matrix(); });
        const std::string without = in_notation(symbol_of(ArrayId::Y), notation_of(shown.session()));
        shown.with([](Layer& layer) { layer.b_O = Matrix::from_rows({{1, 2, 3, 4}}); });
        EXPECT_NE(in_notation(symbol_of(ArrayId::Y), notation_of(shown.session())), without) << notation;
    }
}

TEST(Found, TokensAreToldApartByWhatTheNotationCallsTheirPositions) {
    Shown shown = Shown::preset("who-and-where");
    shown.in_notation_of("sum");
    const DisplayList list = shown.at(ArrayId::X).draw(PictureId::equation, {0, 0, 1000, 700});
    EXPECT_FALSE(says(list, "s of P."));
}

} // namespace
} // namespace attn
