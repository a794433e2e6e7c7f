// The meaning of letters and cells in a section and a deck.

#include "core/figure/figure_context.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/handouts/worked_cell.h"
#include "tests/core/handouts/made_lecture.h"

#include <regex>
#include <tuple>

namespace attn::test {
namespace {

TEST(LectureTex, NumbersOfNotesAreThoseOfOneQueryAndOneKeyAndSayWhose) {
    const std::string section = section_of("who-and-where", NotationChoice("Txd"));
    for (const char* const said :
         {R"(i = 4,\; \text{head } 2$:}{\left( 8.00 \; 0.00 \; 0.00 \; 0.00\right))",                  // Q
          R"(i = 1\text{ (the key)},\; \text{head } 2$:}{\left( 1.00 \; 0.00 \; 0.00 \; 0.00\right))", // K
          R"(i = 1\text{ (the key)},\; \text{head } 2$:}{\left( 1.00 \; 0.00 \; 0.00 \; 0.00\right))", // V
          R"(\left( 0.03 \; 0.02 \; 0.95 \; 0.00 \; 0.49 \; 0.01 \; 0.01 \; 0.49\right))"})            // concat
        EXPECT_NE(section.find(said), std::string::npos) << said;
    EXPECT_EQ(section.find(R"(\ldots \right))"), std::string::npos);
    EXPECT_NE(section_of("who-and-where", NotationChoice("nxd"))
                  .find(R"(t = 4,\; u = 1,\; \text{head } 2$:}{\mathrm{Scores}_{t,u} = \frac{8.00})"),
              std::string::npos);
}

/// For keys and values, the numbers in the notes are those of the row that is worked out beneath.
TEST(LectureTex, NotesOfKeysAndValuesAreOfTheRowThatIsWorkedOut) {
    const Drawn drawn = Drawn::preset("by-hand");
    FigureRequest shown;
    shown.notation = "Txd";
    shown.row = 2;
    shown.column = 1;
    const auto files = lecture_notes(drawn.source(), shown);
    ASSERT_TRUE(files);
    const std::string& section = files->front().bytes;
    const std::size_t key = section.find(R"(i = 2\text{ (the key)})");
    ASSERT_NE(key, std::string::npos);
    const auto row = drawn.trace().matrix({0, ArrayId::K, 0, 0}).row(1);
    EXPECT_NE(section.find(fmt::format("{:.2f}", row[0]), key), std::string::npos);
    EXPECT_LT(key, section.find("$k_{2,"));
}

TEST(LectureTex, WorksACellOutBesideItsDefinitionOrBehindIt) {
    for (const auto& [notation, definition, worked] :
         {std::tuple("Txd", R"(y_i^{\mathrm{concat}} = )", R"(y^{\mathrm{concat}}_{4,5} =)"),
          std::tuple("d_h", R"(\mathrm{score}(i,j) = )", R"(\mathrm{score}(4,1) =)"),
          std::tuple("nxd", R"(\mathrm{Scores} = )", R"(\mathrm{Scores}_{4,1} =)")}) {
        const std::string deck = deck_of("who-and-where", NotationChoice(notation));
        const std::size_t cell = deck.find(worked);
        ASSERT_NE(cell, std::string::npos) << notation;
        EXPECT_LT(deck.find(definition), cell) << notation;
    }
}

/// The cells of d_h and T×d letter by letter, in a section, a deck, a sheet's key and an explanation.
TEST(LectureTex, CellsAreWrittenAsTheNotesWriteThem) {
    for (const auto& [notation, cells] :
         {std::pair("d_h", std::vector<std::string>{R"(Q_{(4,1)} =)", R"(K_{(1,1)} =)", R"(V_{(1,1)} =)",
                                                    R"(A_{(4,1)} =)", R"(O^{(2)}_{(4,1)} =)",
                                                    R"(\mathrm{Concat}_{(4,5)} =)", R"(\mathrm{MHA}(X)_{(4,5)} =)"}),
          std::pair("Txd", std::vector<std::string>{R"(Q_{4,1}^{(2)} =)", R"(K_{1,1}^{(2)} =)", R"(V_{1,1}^{(2)} =)",
                                                    R"(y_{4,1}^{(2)} =)", R"(\alpha_{4,1}^{(2)} =)"})})
        for (const std::string& text : {section_of("who-and-where", NotationChoice(notation)),
                                        deck_of("who-and-where", NotationChoice(notation))})
            for (const std::string& cell : cells)
                EXPECT_NE(text.find(cell), std::string::npos) << notation << ": " << cell;
    const std::string section = section_of("who-and-where", NotationChoice("d_h"));
    for (const char* const unlike : {"q_{4", "k_{1", "v_{1", "o_{4", "a_{4"})
        EXPECT_EQ(section.find(unlike), std::string::npos) << unlike;
}

TEST(WordsOfCells, HaveBracketsWhereTheNotesHaveThem) {
    const Drawn drawn = Drawn::preset("who-and-where");
    const auto name = [&](const char* notation, const CellId& cell) {
        FigureRequest request;
        request.array = cell.array;
        request.notation = notation;
        const FigureSource source = drawn.source();
        const FigureContext context(request, source, cell);
        return short_cell(context.drawing(), cell);
    };
    EXPECT_EQ(name("d_h", {0, ArrayId::O, 0, 1, 3, 0}), "O⁽²⁾₍₄‚₁₎");
    EXPECT_EQ(name("d_h", {0, ArrayId::scaled, 0, 1, 3, 0}), "score(4,1)");
    EXPECT_EQ(name("d_h", {0, ArrayId::scores, 0, 1, 3, 0}), "(QK⊤)₍₄‚₁₎");
    EXPECT_EQ(name("d_h", {0, ArrayId::Y, 0, 0, 3, 2}), "MHA(X)₍₄‚₃₎");
    EXPECT_EQ(name("default", {0, ArrayId::O, 0, 1, 3, 0}), "o₄‚₁");
    EXPECT_EQ(name("default", {0, ArrayId::concat, 0, 0, 3, 0}), "C₄‚₁");
}

TEST(WordsOfCells, InTexCountAMatrixAsItIsLaidOut) {
    const Drawn drawn = Drawn::preset("who-and-where");
    const auto name = [&](const char* notation, const CellId& cell) {
        FigureRequest request;
        request.array = cell.array;
        request.notation = notation;
        request.tokens_as_columns = true;
        const FigureSource source = drawn.source();
        const FigureContext context(request, source, cell);
        return cell_tex(context.drawing(), cell);
    };
    EXPECT_EQ(name("d_h", {0, ArrayId::scores, 0, 1, 3, 0}), R"((K^\top Q)_{(1,4)})");
    EXPECT_EQ(name("d_h", {0, ArrayId::O, 0, 1, 3, 0}), R"(O^{(2)}_{(1,4)})");
    EXPECT_EQ(name("nxd", {0, ArrayId::scores, 0, 1, 3, 0}), R"((K^{(2)T}Q^{(2)})_{1,4})");
    EXPECT_EQ(name("sum", {0, ArrayId::parts, 0, 1, 3, 0}), R"((W_{1}^{OT}A_{1})_{1,4})");
    EXPECT_EQ(name("paper", {0, ArrayId::concat, 0, 0, 3, 0}), R"(\mathrm{Concat}_{1,4})");
    EXPECT_EQ(name("default", {0, ArrayId::O, 0, 1, 3, 0}), "o_{4,1}^{(2)}");
}

/// In no notation has a symbol two subscripts: TeX would refuse a head's number and an index both below, or join them.
TEST(WordsOfCells, InTexSetNoTwoIndicesBelowOneSymbol) {
    const std::regex doubled(R"(_(\{[^{}]*\}|\d)(\^(\{[^{}]*\}|\d))?_)");
    const Drawn drawn = Drawn::preset("who-and-where");
    for (const std::string_view notation : notation_names())
        for (const Array& row : arrays()) {
            const CellId cell{0, row.id, 0, has_heads(row.id) ? Index{1} : Index{0}, 0, 0};
            FigureRequest request;
            request.notation = std::string(notation);
            const FigureSource source = drawn.source();
            const FigureContext context(request, source, {0, ArrayId::Y, 0, 0, 0, 0});
            const std::string tex = cell_tex(context.drawing(), cell);
            EXPECT_FALSE(std::regex_search(tex, doubled)) << notation << ": " << tex;
        }
}

TEST(LectureTex, HasOneNameForAHeadsOutput) {
    for (const std::string& text :
         {section_of("who-and-where", NotationChoice("paper")), deck_of("who-and-where", NotationChoice("paper"))}) {
        EXPECT_NE(text.find(R"((\mathrm{head}_{2})_{4,1} =)"), std::string::npos);
        EXPECT_EQ(text.find("o_{4,1}"), std::string::npos);
    }
    const Drawn drawn = Drawn::preset("who-and-where");
    const FigureRequest request = [] {
        FigureRequest of_output;
        of_output.array = ArrayId::O;
        of_output.notation = "paper";
        return of_output;
    }();
    EXPECT_NE(drawn.figure(request).caption.find(R"(A_{2} \cdot V_{2})"), std::string::npos)
        << drawn.figure(request).caption;
}

TEST(LectureTex, OfASumOverHeadsHasNoLetterThatItsNoteDoesNotHave) {
    const std::string section = section_of("who-and-where", NotationChoice("sum"));
    EXPECT_EQ(section.find("d_v"), std::string::npos);
    EXPECT_EQ(section.find(R"(\sum_{d=1})"), std::string::npos) << "d is a width there";
}

TEST(LectureTex, NamesNoCellByALetterThatItsNotesDoNotHave) {
    const std::string nxd = section_of("who-and-where", NotationChoice("nxd"));
    EXPECT_NE(nxd.find(R"((Z_{concat}W_O)_{tr} = )"), std::string::npos);
    EXPECT_NE(nxd.find(R"((Z_{concat}W_O)_{4,5} = )"), std::string::npos);
    EXPECT_NE(nxd.find(R"(\mathrm{AttentionWeights}_{4,1} = e^{4 - 4} / )"), std::string::npos)
        << "as the notes write it";
    EXPECT_EQ(nxd.find(R"(\exp()"), std::string::npos);
    const std::string sum = section_of("who-and-where", NotationChoice("sum"));
    for (const std::string& text : {nxd, sum})
        EXPECT_EQ(text.find("y_{"), std::string::npos);
    EXPECT_NE(sum.find(R"((A_{1}W_{1}^{O})_{4,5} = )"), std::string::npos);
    EXPECT_NE(sum.find(R"(\def\arraystretch{1.3})"), std::string::npos) << "indices above and below do not touch";
}

TEST(LectureTex, AlignsAColumnOfEquations) {
    const std::string paper = section_of("who-and-where", NotationChoice("paper"));
    EXPECT_NE(
        paper.find(
            R"(\begin{aligned}Q_1 & = X \cdot W_1^Q \\ & \mathrel{\vdots} \\ Q_h & = X \cdot W_h^Q\end{aligned})"),
        std::string::npos);
}

TEST(LectureTex, DefinesScaledScoresBeforeTheMaskIsAddedToThem) {
    const std::string section = section_of("masks", NotationChoice("paper"));
    const std::size_t sum = section.find(R"(\hat{S}_{i} = \tilde{S}_{i} + M)");
    ASSERT_NE(sum, std::string::npos);
    EXPECT_LT(section.find(R"(\tilde{s}_{tu} = )"), sum);
    EXPECT_EQ(section.find(R"(\text{ (head }1) + (-\infty)"), std::string::npos) << "the only one that it is about";
}

TEST(LectureTex, SaysWhatItsLettersCount) {
    for (const auto& [notation, words] : {std::pair("paper", "$t$ is a query, a row that reads, $u$ a key, a row that "
                                                             "is read, $i$ a head"),
                                          std::pair("d_h", "$i$ is a query, a row that reads, $j$ a key, a row that "
                                                           "is read, $h$ a head")})
        for (const std::string& text : {section_of("who-and-where", NotationChoice(notation)),
                                        deck_of("who-and-where", NotationChoice(notation))}) {
            const std::size_t at = text.find(words);
            ASSERT_NE(at, std::string::npos) << notation;
            EXPECT_LT(at, text.find("{01-X")) << notation;
        }
}

TEST(LectureTex, SetsLettersOfRemarksAsMathematics) {
    const std::string sum = section_of("who-and-where", NotationChoice("sum"));
    for (const char* const said : {R"(largest score $m$: $\exp(-m)$)", "$n$ is the item, $m$ the token, $i$ the head"})
        EXPECT_NE(sum.find(said), std::string::npos) << said;
    const std::string d_h = section_of("who-and-where", NotationChoice("d_h"));
    EXPECT_NE(d_h.find("$S$ is the number of tokens"), std::string::npos);
    EXPECT_NE(d_h.find("keys would be 25~\\%"), std::string::npos);
    EXPECT_EQ(d_h.find(" \\%"), std::string::npos);
}

} // namespace
} // namespace attn::test
