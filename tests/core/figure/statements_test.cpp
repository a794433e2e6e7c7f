// Formulas, shapes and numbers on figures are those of this session, not of a plain layer.

#include "core/document/options/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/labels.h"
#include "core/notation/in_notation.h"
#include "tests/core/figure/figures.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/random_layer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace attn {
namespace {

using test::Drawn;
using test::Shown;
using testing::HasSubstr;
using testing::Not;

Session session_of(Layer layer, const std::string& notation = "default") {
    Session session;
    session.opened = std::move(layer);
    session.notation = notation;
    return session;
}

/// A session with queries from words of 6 numbers, keys and values from words of 8.
Session cross_attention(const std::string& notation, Index d_v = 2) {
    test::Random random(7);
    return session_of(
        test::random_layer(random,
                           {.sizes = {.B = 1, .S_q = 5, .S_k = 3, .D = 6, .D_context = 8, .H = 2, .d_k = 3, .d_v = d_v},
                            .cross = true}),
        notation);
}

Session self_attention(const std::string& notation, bool gate = false) {
    test::Random random(5);
    return session_of(
        test::random_layer(
            random,
            {.sizes = {.B = 1, .S_q = 4, .S_k = 4, .D = 6, .D_context = 6, .H = 3, .d_k = 2, .d_v = 2}, .gate = gate}),
        notation);
}

/// The TeX of all formulas in a list.
std::string formulas_on(const DisplayList& list) {
    std::string all;
    for (const Item& item : list.items)
        if (const auto* const mark = std::get_if<FormulaMark>(&item.shape()))
            all += mark->tex + "\n";
    return all;
}

/// The formula beneath a figure, in the session's notation.
std::string beneath(Shown& shown, std::string_view kind = "heatmap") {
    return in_notation(figure_formula(shown.drawing(), *find_figure_kind(kind)), notation_of(shown.session()));
}

DisplayList notes_of(Session session) {
    FigureRequest request = test::request_of("notes");
    request.row = 1;
    request.column = 2;
    return Drawn(std::move(session)).figure(request).list;
}

TEST(Statements, WeightsOfAWiderContextHaveNoShapeOfTheModelsWidth) {
    const std::string why = "Not so here: queries are made from width 6, keys and values from width 8.";
    for (const char* const notation : {"paper", "illustrated", "Txd", "nxd", "default"}) {
        const DisplayList notes = notes_of(cross_attention(notation));
        EXPECT_TRUE(test::says(notes, why)) << notation;
        EXPECT_THAT(formulas_on(notes), Not(HasSubstr(R"(\mathbb{R}^{6 \times 2})"))) << notation;
    }
    const DisplayList notes = notes_of(cross_attention("d_h", 3)); // one formula for all three weights
    EXPECT_TRUE(test::says(notes, why));
    EXPECT_THAT(formulas_on(notes), Not(HasSubstr(R"(\mathbb{R}^{6 \times 3})")));
}

TEST(Statements, AllHeadsKeyWeightsBesideEachOtherAreAsHighAsTheContextIsWide) {
    EXPECT_THAT(formulas_on(notes_of(cross_attention("Txd"))), HasSubstr(R"(\mathbb{R}^{8 \times (2 \cdot 3)})"));
}

TEST(Statements, HeadsThatShareKeysHaveFewerOfThemBesideEachOther) {
    Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 8, 'heads': 4, "
                              "'key_value_heads': 2}}");
    Session session = drawn.session();
    session.notation = "Txd";
    EXPECT_TRUE(test::says(notes_of(session), "Not so here: 2 heads share keys and values."));
    session.notation = "sum";
    const std::string formulas = formulas_on(notes_of(session));
    EXPECT_THAT(formulas, HasSubstr(R"(\mathbb{R}^{3 \times (2 \cdot 2)})"));
}

TEST(Statements, OutputWeightsMultiplyWhatTheGateLetsThrough) {
    Shown shown(self_attention("sum", true));
    const DisplayList sum = shown.at(ArrayId::Y).draw(PictureId::sum);
    EXPECT_TRUE(test::place_of(sum, "O_gated/1[1,1]"));
    EXPECT_FALSE(test::place_of(sum, "O/1[1,1]"));
    const std::string gated = in_notation("<O gated>", notation_of(shown.session()));
    EXPECT_THAT(formulas_on(sum), HasSubstr(gated));
}

/// The session of self-attention with the second number of head 2's output, within concat, pinned to 3.
Shown with_pinned_concat(const std::string& notation) {
    Shown shown(self_attention(notation));
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::concat, 0, 0, 0, 3}] = 3; });
    return shown;
}

TEST(Statements, OutputWeightsMultiplyThePinnedNumberOfConcat) {
    for (const bool columns : {false, true}) {
        Shown shown = with_pinned_concat("nxd");
        if (columns)
            shown.columns();
        const DisplayList sum = shown.at(ArrayId::Y).draw(PictureId::sum);
        EXPECT_TRUE(test::place_of(sum, "concat[1,4]")) << columns;
        EXPECT_FALSE(test::place_of(sum, "O/2[1,2]")) << columns;
        EXPECT_TRUE(sum.marks.pins) << columns;
        const DisplayList product = shown.at(ArrayId::parts, 1).draw(PictureId::product);
        EXPECT_TRUE(test::place_of(product, "concat[1,4]")) << columns;
        EXPECT_TRUE(product.marks.pins) << columns;
    }
}

TEST(Statements, WhileConcatIsPinnedTheOutputIsNoSumOfTheHeadsOutputs) {
    Shown shown = with_pinned_concat("default");
    shown.at(ArrayId::Y);
    EXPECT_EQ(beneath(shown), "Y = C W_O");
    EXPECT_EQ(beneath(shown, "sum"), "Y = C W_O");
    Shown plain(self_attention("default"));
    plain.at(ArrayId::Y);
    EXPECT_THAT(beneath(plain), HasSubstr(R"(\sum)"));
    EXPECT_FALSE(test::says(notes_of(self_attention("default")), "given or pinned"));
    EXPECT_TRUE(test::says(notes_of(shown.session()), "numbers are given or pinned"));
}

/// A session in which head 1 has given queries, which its weights do not make.
Shown with_given_queries() {
    Shown shown(self_attention("paper"));
    shown.with([](Layer& layer) { layer.given[{0, ArrayId::Q, 0, 0}] = Matrix::zeros(4, 2); });
    return shown;
}

TEST(Statements, GivenQueriesAreNoProductOfTheInputWithWeights) {
    Shown shown = with_given_queries();
    shown.at(ArrayId::Q);
    EXPECT_EQ(beneath(shown), "");
    for (const PictureId id : {PictureId::product, PictureId::fused, PictureId::projection, PictureId::einsum})
        EXPECT_FALSE(shown.fits(id)) << picture(id).name;
    EXPECT_FALSE(fits(*find_figure_kind("linear-map"), shown.drawing()));
    shown.at(ArrayId::Q, 1);
    EXPECT_EQ(beneath(shown), R"(Q_{i} = X \cdot W_{i}^{Q})");
    EXPECT_TRUE(shown.fits(PictureId::product));
    EXPECT_TRUE(shown.fits(PictureId::projection));
    EXPECT_FALSE(shown.fits(PictureId::fused)) << "head 1 is one of all";
}

TEST(Statements, OneTokensQueryThatIsGivenComesFromNoWeights) {
    Shown shown = with_given_queries();
    shown.at(ArrayId::Y);
    const std::string all = formulas_on(shown.draw(PictureId::token, {0, 0, 1200, 700}));
    EXPECT_THAT(all, Not(HasSubstr("W_{1}^{Q}")));
    EXPECT_THAT(all, HasSubstr("W_{2}^{Q}"));
}

TEST(Statements, AGivenContextIsNotItsEmbeddingsAndPositions) {
    Shown shown(cross_attention("default"));
    shown.at(ArrayId::context);
    EXPECT_NE(beneath(shown), "");
    shown.with([](Layer& layer) { layer.given[{0, ArrayId::context, 0, 0}] = Matrix::zeros(3, 8); });
    EXPECT_EQ(beneath(shown), "");
}

TEST(Statements, SharesAreNoSoftmaxOfScoresWhileARowsMaximumIsPinned) {
    Shown shown(self_attention("default"));
    shown.at(ArrayId::A);
    EXPECT_THAT(beneath(shown), HasSubstr("softmax"));
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::row_max, 0, 1, 2, 0}] = 1; });
    EXPECT_THAT(beneath(shown), HasSubstr("softmax")) << "it is the other head's";
    shown.at(ArrayId::A, 1);
    EXPECT_EQ(beneath(shown), "");
}

TEST(Statements, AHeadThatIsOffHandsOverNoMixture) {
    Shown shown(self_attention("default"));
    shown.with([](Layer& layer) { layer.heads[1].on = false; });
    shown.at(ArrayId::O, 1);
    EXPECT_EQ(beneath(shown), "");
    shown.at(ArrayId::O, 0);
    EXPECT_NE(beneath(shown), "");
}

TEST(Statements, AHeadsWholeFormulaSaysOfTheMaskThatItLeavesOut) {
    for (const auto& [notation, formula] : {std::pair("paper", R"(\mathrm{head}_i = \mathrm{softmax})"),
                                            std::pair("illustrated", "Z_i := "), std::pair("sum", "A_i = ")}) {
        Shown shown(self_attention(notation));
        shown.at(ArrayId::O);
        const DisplayList plain = shown.draw(PictureId::notes);
        EXPECT_THAT(formulas_on(plain), HasSubstr(formula)) << notation;
        EXPECT_FALSE(test::says(plain, "Here besides")) << notation;
        shown.with([](Layer& layer) { layer.mask.causal = true; });
        EXPECT_TRUE(test::says(shown.draw(PictureId::notes), "Here besides: a mask is added to the scores."))
            << notation;
    }
}

TEST(Statements, NotesOfOneScoreHaveTheKeyThatItReads) {
    for (const char* const notation : {"d_h", "default"}) {
        Session session = self_attention(notation);
        const Drawn drawn(session);
        FigureRequest request = test::request_of("notes");
        request.head = 1;
        request.row = 2;
        request.column = 3;
        const Matrix keys = drawn.trace().matrix({0, ArrayId::K, 0, 1});
        const auto row = [&](Index key) {
            return fmt::format(R"(\left( {:.2f} \; {:.2f}\right))", keys(key, 0), keys(key, 1));
        };
        const std::string formulas = formulas_on(drawn.figure(request).list);
        EXPECT_THAT(formulas, HasSubstr(row(3))) << notation;
        EXPECT_THAT(formulas, Not(HasSubstr(row(2)))) << notation;
    }
}

TEST(Statements, ARowThatIsNotThereHasNoNumbers) {
    Session session = cross_attention("d_h"); // v_i of the fifth query, but there are three values
    const Drawn drawn(session);
    FigureRequest request = test::request_of("notes");
    request.row = 4;
    request.column = 1;
    const Matrix values = drawn.trace().matrix({0, ArrayId::V, 0, 0});
    EXPECT_THAT(formulas_on(drawn.figure(request).list),
                Not(HasSubstr(fmt::format(R"(\left( {:.2f} \; {:.2f}\right))", values(2, 0), values(2, 1)))));
}

} // namespace
} // namespace attn
