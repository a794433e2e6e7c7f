// The order of a section and a deck: one head before several if the notes do so, and the session's figures behind their
// steps.

#include "core/handouts/head_alone.h"
#include "tests/core/handouts/made_lecture.h"

#include <tuple>

namespace attn::test {
namespace {

/// Expects the texts one behind the other.
void expect_order(const std::string& text, const std::vector<std::string>& parts) {
    std::size_t at = 0;
    for (const std::string& part : parts) {
        const std::size_t found = text.find(part, at);
        ASSERT_NE(found, std::string::npos) << part;
        at = found + part.size();
    }
}

constexpr const char* small_layer = "{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2}}";

TEST(LectureOrder, NotesThatBeginWithOneHeadHaveAllOfItBeforeTheOthers) {
    const Drawn drawn = Drawn::json(small_layer);
    FigureRequest shown;
    shown.head = 1;
    shown.notation = "nxd";
    for (const auto& files : {lecture_notes(drawn.source(), shown), slide_deck(drawn.source(), shown)}) {
        ASSERT_TRUE(files);
        const std::string text = with_sentences(*files);
        expect_order(text, {"One head alone", "$i = 2$", "Q = XW_Q", R"(\mathrm{Scores} = \frac{QK^T}{\sqrt{d_k}})",
                            R"(\mathrm{softmax}(\mathrm{Scores}))", "Z = AV", R"(W_O \in \mathbb{R}^{d_v \times d})",
                            "{All heads}", "Q^{(i)} = XW_Q^{(i)}", R"(\mathrm{Scores}^{(i)} = )",
                            "Z^{(i)} = ", "[Z^{(1)}; ", "Z_{concat}W_O"});
        const std::size_t begin = text.find("One head alone");
        const std::string one = text.substr(begin, text.find("{All heads}") - begin);
        for (const char* const of_several : {"^{(i)}", "^{(2)}", "Z_{concat}", "(head 2", "not so here"})
            EXPECT_EQ(one.find(of_several), std::string::npos) << of_several;
        EXPECT_EQ(text.find("Q = XW_Q", text.find("{All heads}")), std::string::npos) << "it was said";
    }
    shown.notation = "paper";
    const auto of_paper = lecture_notes(drawn.source(), shown);
    ASSERT_TRUE(of_paper);
    EXPECT_EQ(of_paper->front().bytes.find("One head alone"), std::string::npos);
}

TEST(LectureOrder, APartSaysWhatIsDifferentInItByShapes) {
    const std::string deck = deck_of("who-and-where", NotationChoice("nxd"));
    expect_order(deck, {"{One head alone}", "$8 \\times 4$: each token gets a query and a key of 4 numbers",
                        "\\begin{tikzpicture}", "\\end{frame}", "{All heads}",
                        "Each of the $h = 2$ heads has weights of its own", "$Z_{concat}$ is $4 \\times 8$",
                        "\\begin{tikzpicture}", "\\end{frame}"});
    expect_order(section_of("who-and-where", NotationChoice("nxd")),
                 {"{One head alone}", "a value of 4", "{All heads}", "stand side by side"});
}

TEST(LectureOrder, NotesOfOneHeadBesideManyEndWithTheShapesOfBoth) {
    const std::vector<std::string> parts{"{one}",         "$8 \\times 8$",           "$Y$", "{many}", "$W_q^{(h)}$",
                                         "$8 \\times 4$", R"($Y_{\mathrm{concat}}$)"};
    expect_order(deck_of("who-and-where", NotationChoice("Txd")), parts);
    const std::string section = section_of("who-and-where", NotationChoice("Txd"));
    expect_order(section, parts);
    EXPECT_NE(section.find("one set of $8 \\times 8$ matrices and one $Y$; 2 sets of $8 \\times 4$, each a part of "
                           "$Y_{\\mathrm{concat}}$"),
              std::string::npos);
    EXPECT_EQ(deck_of("red-fox", NotationChoice("Txd")).find("beside many"), std::string::npos) << "it is one head";
    EXPECT_EQ(section_of("who-and-where", NotationChoice("paper")).find("beside many"), std::string::npos);
}

TEST(LectureOrder, OneHeadAloneMakesWhatItAddsToTheLayer) {
    for (const auto& [preset, head] : {std::tuple("by-hand", 1), std::tuple("masks", 0)}) {
        const Drawn whole = Drawn::preset(preset);
        const auto alone = head_alone(whole.session(), head);
        ASSERT_TRUE(alone) << preset;
        Engine engine(1);
        const Trace& trace = engine.compute(alone->layer());
        EXPECT_EQ(trace.sizes().H, 1);
        const Matrix output = trace.matrix({0, ArrayId::Y, 0, 0});
        const Matrix part = whole.trace().matrix({0, ArrayId::parts, 0, head});
        for (Index i = 0; i < part.rows(); ++i)
            for (Index d = 0; d < part.columns(); ++d)
                EXPECT_NEAR(output(i, d), part(i, d), 1e-5F) << preset;
    }
    EXPECT_FALSE(head_alone(Drawn::preset("red-fox").session(), 0)) << "it is the only one";
    Session pinned = Drawn::preset("by-hand").session();
    pinned.layer().pins[{0, ArrayId::A, 0, 1, 0, 0}] = 1;
    EXPECT_FALSE(head_alone(pinned, 0)) << "a number that somebody set is no head's own";
}

TEST(LectureOrder, WhatChangedSinceABaselineHasBothMatrices) {
    Session warmer = Drawn::json(small_layer).session();
    warmer.layer().temperature = 2;
    const Drawn before(warmer);
    const Drawn drawn = Drawn::json(small_layer);
    const FigureSource source{drawn.session(), drawn.trace(), typesetter(), &before.trace()};
    const auto files = lecture_notes(source, {});
    ASSERT_TRUE(files) << (files ? "" : files.error().message);
    const auto has = [&](std::string_view part) {
        return std::ranges::any_of(*files,
                                   [&](const DocumentFile& file) { return file.name.find(part) != std::string::npos; });
    };
    EXPECT_TRUE(has("-A-before"));
    EXPECT_FALSE(has("-Q-before")) << "its numbers are the same";
}

TEST(LectureOrder, FiguresOfTheSessionStandBesideTheirSteps) {
    Session session = Drawn::json(small_layer).session();
    session.title = "Small";
    for (const auto& [name, kind, array] :
         {std::tuple("a", "conditional-probability", ArrayId::A), std::tuple("b", "inner-product", ArrayId::A),
          std::tuple("c", "linear-map", ArrayId::A), std::tuple("d", "projection", ArrayId::Q)}) {
        FigureRequest figure = request_of(kind, array);
        figure.name = name;
        session.figures.push_back(figure);
    }
    const Drawn drawn(session);
    FigureRequest shown;
    shown.notation = "d_h";
    const auto files = lecture_notes(drawn.source(), shown);
    ASSERT_TRUE(files) << (files ? "" : files.error().message);
    const std::string section = with_sentences(*files);
    EXPECT_EQ(section.find("subsection{Figures}"), std::string::npos);
    expect_order(section, {"subsection{Queries", "figure-c} shows where the query weights send", "figure-d} shows",
                           "\\input{figure-c}", "\\input{figure-d}", "subsection{Keys", "subsection{QK",
                           "figure-b} shows a query and a key as arrows", "subsection{Scores", "subsection{Attention",
                           "figure-a} shows", "subsection{Head output"});
    EXPECT_NE(section.find("{\\input{figure-b}}{Inner product, head 1 of 2}{a query and a key as arrows"),
              std::string::npos);
    EXPECT_EQ(section.find("from “Small”"), std::string::npos) << "all of it is";
}

TEST(LectureOrder, ABaselineStandsBesideTheStagesOfOneHeadBeforeOthersToo) {
    const Drawn drawn = Drawn::json(small_layer);
    const Drawn before = Drawn::json("{'version': 1, 'tokens': ['b', 'c'], 'sizes': {'d_model': 4, 'heads': 2}}");
    FigureRequest shown;
    for (const char* const notation : {"nxd", "paper"}) {
        shown.notation = notation;
        const auto notes = lecture_notes(drawn.source(&before.trace()), shown);
        ASSERT_TRUE(notes) << notes.error().message;
        EXPECT_NE(with_sentences(*notes).find("before and after"), std::string::npos) << notation;
    }
    const Drawn longer = Drawn::json("{'version': 1, 'tokens': ['b', 'c', 'd'], 'sizes': {'d_model': 4, 'heads': 2}}");
    const auto refused = lecture_notes(drawn.source(&longer.trace()), shown);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("of the baseline has another shape"), std::string::npos);
}

TEST(LectureOrder, AFigureOfTheSessionThatCannotBeDrawnIsRefusedByName) {
    for (const auto& [kind, why] : {std::pair{"nope", "there is no kind"}, {"change", "--baseline"}}) {
        const Drawn drawn = Drawn::json(std::string("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, "
                                                    "'heads': 2}, 'figures': [{'name': 'mine', 'kind': '") +
                                        kind + "'}]}");
        for (const auto& files : {lecture_notes(drawn.source(), {}), slide_deck(drawn.source(), {})}) {
            ASSERT_FALSE(files) << kind;
            EXPECT_NE(files.error().message.find("“mine”"), std::string::npos) << files.error().message;
            EXPECT_NE(files.error().message.find(why), std::string::npos) << files.error().message;
        }
    }
}

} // namespace
} // namespace attn::test
