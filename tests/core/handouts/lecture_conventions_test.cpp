// Remarks of a section, a deck and a sheet on lengths that differ from the notes', and the cell that they follow.

#include "core/handouts/followed_cells.h"
#include "core/handouts/sheet_blocks.h"
#include "core/handouts/worksheet.h"
#include "tests/core/handouts/made_lecture.h"
#include "tests/core/handouts/words_of_pages.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace attn::test {
namespace {

std::string sheet_of(const std::string& preset, const NotationChoice& notation) {
    const Drawn drawn = Drawn::preset(preset);
    WorksheetRequest request;
    request.shown.notation = notation;
    const auto sheet = worksheet_pages(drawn.session(), request, typesetter());
    EXPECT_TRUE(sheet) << (sheet ? "" : sheet.error().message);
    return sheet ? words_of(sheet->sheet) : std::string();
}

TEST(Conventions, AWidthThatIsChosenIsSaidToBe) {
    for (const auto& [notation, in_tex, in_letters] :
         {std::tuple("d_h",
                     "Usually $d_h = D/H$ for keys and values alike, which would be 4/2 = 2; here $d_h = 4$ is "
                     "chosen for keys and $d_v = 2$ for values.",
                     "Usually dₕ = D/H for keys and values alike, which would be 4/2 = 2; here dₕ = 4 is chosen"),
          std::tuple("Txd", "Usually $d_h = d/H$ for keys and values alike",
                     "Usually dₕ = d/H for keys and values alike"),
          std::tuple("sum", "Usually $d_k = d_{model}/h$ for keys", "Usually dₖ = d")}) {
        EXPECT_NE(section_of("by-hand", NotationChoice(notation)).find(in_tex), std::string::npos) << notation;
        EXPECT_NE(sheet_of("by-hand", NotationChoice(notation)).find(in_letters), std::string::npos) << notation;
    }
    EXPECT_NE(deck_of("by-hand", NotationChoice("d_h")).find("Usually $d_h = D/H$"), std::string::npos);
    // Notes with separate widths of keys and values assume nothing, and a layer that fits the notes needs no remark.
    for (const char* const notation : {"paper", "nxd"})
        EXPECT_EQ(sheet_of("by-hand", NotationChoice(notation)).find("Usually"), std::string::npos) << notation;
    for (const char* const notation : {"d_h", "Txd", "sum"})
        EXPECT_EQ(section_of("who-and-where", NotationChoice(notation)).find("Usually"), std::string::npos) << notation;
}

TEST(Conventions, WhatALayerDoesBeyondTheNotesIsSaidOnce) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 2}, "
                                    "'scale': 0.25}");
    FigureRequest shown;
    shown.notation = "nxd";
    const auto files = lecture_notes(drawn.source(), shown);
    ASSERT_TRUE(files);
    const std::string section = with_sentences(*files);
    EXPECT_NE(section.find("Beyond a plain layer: the scale is a different one."), std::string::npos);
    EXPECT_EQ(section.find(R"(\sqrt{d_k})"), std::string::npos) << "the scale is a number";
    EXPECT_EQ(section_of("who-and-where", NotationChoice("nxd")).find("Beyond a plain layer"), std::string::npos);
}

TEST(Conventions, AWidthThatNotesNameTwiceIsGivenTwice) {
    EXPECT_NE(section_of("who-and-where", NotationChoice("paper")).find("of width $d_k = d_v = 4$"), std::string::npos);
    EXPECT_NE(section_of("who-and-where", NotationChoice("d_h")).find("of width $d_h = 4$"), std::string::npos);
}

TEST(Conventions, OneCellIsFollowedFromFirstToLast) {
    for (const char* const preset : {"who-and-where", "by-hand", "eight-heads", "masks"}) {
        const Drawn drawn = Drawn::preset(preset);
        FigureRequest shown;
        shown.steps = StepsShown::all;
        const auto steps = followed_cells(drawn.source(), shown);
        ASSERT_TRUE(steps);
        std::map<ArrayId, CellId> cells;
        for (const FigureRequest& step : *steps)
            cells.insert_or_assign(cell_of(step).array, cell_of(step));
        EXPECT_EQ(cells.at(ArrayId::Q).column, cells.at(ArrayId::K).column) << preset << ": they are multiplied";
        EXPECT_EQ(cells.at(ArrayId::V).column, cells.at(ArrayId::O).column) << preset;
        const CellId output = cells.at(ArrayId::O);
        const Index first = output.head * drawn.trace().sizes().d_v;
        EXPECT_EQ(cells.at(ArrayId::concat).column, first + output.column) << preset;
        EXPECT_EQ(cells.at(ArrayId::concat).row, output.row) << preset;
        const CellId last = cells.at(ArrayId::Y);
        EXPECT_EQ(last.row, output.row) << preset;
        EXPECT_EQ(cells.at(ArrayId::parts).column, last.column) << preset;
        const auto weights = drawn.trace().array(ArrayId::W_O, 0, output.head).row(output.column);
        for (const float weight : weights)
            EXPECT_LE(std::abs(weight), std::abs(weights[static_cast<std::size_t>(last.column)])) << preset;
    }
    const std::string section = section_of("who-and-where", NotationChoice("d_h"));
    EXPECT_NE(section.find(R"(\mathrm{Concat}_{(4,5)} = O^{(2)}_{(4,1)} \approx 0.491)"), std::string::npos);
    EXPECT_NE(section.find(R"(\mathrm{MHA}(X)_{(4,5)} =)"), std::string::npos);
}

TEST(Conventions, TheOutputsWeightsAreInAFigure) {
    for (const auto& [notation, is_deck] :
         {std::pair("paper", false), std::pair("d_h", true), std::pair("sum", false), std::pair("sum", true)}) {
        FigureRequest shown;
        shown.notation = notation;
        const Drawn drawn = Drawn::preset("who-and-where");
        const auto files = is_deck ? slide_deck(drawn.source(), shown) : lecture_notes(drawn.source(), shown);
        ASSERT_TRUE(files);
        // Alone, or in the picture of the product, which slides build up.
        const bool is_shown = std::ranges::any_of(*files, [](const DocumentFile& file) {
            return file.name.find("W_O") != std::string::npos || file.name.find("Y-3") != std::string::npos;
        });
        EXPECT_TRUE(is_shown) << notation << is_deck;
    }
}

TEST(Conventions, AShareIsWorkedOutByALineThatSaysHow) {
    for (const auto& [notation, share] : {std::pair("paper", R"(a_{tu} = \frac{\exp(\tilde{s}_{tu} - m_t)}{\ell_t})"),
                                          std::pair("sum", R"(p_{tu} = \frac{\exp(\tilde{s}_{tu} - m_t)}{Z_t})"),
                                          std::pair("d_h", R"(A_{(i,j)} = \frac{\exp()")}) {
        const std::string section = section_of("who-and-where", NotationChoice(notation));
        const std::size_t line = section.find(share);
        ASSERT_NE(line, std::string::npos) << notation;
        constexpr std::string_view numbered = "\\stepformula{";
        const std::size_t label = section.rfind(numbered, line) + numbered.size();
        const std::size_t end = section.find('}', label);
        EXPECT_EQ(end + 2, line) << notation << ": it has a number";
        const std::string reference = "\\eqref{" + section.substr(label, end + 1 - label);
        EXPECT_NE(section.find(reference + ": $" + std::string(1, share[0]), end), std::string::npos) << reference;
    }
}

TEST(Conventions, EachMatrixOfWeightsHasItsOwnLetter) {
    for (const char* const notation : {"default", "d_h", "Txd", "nxd", "sum"})
        EXPECT_EQ(section_of("who-and-where", NotationChoice(notation)).find(R"(\,w_{)"), std::string::npos)
            << notation;
    const std::string paper = section_of("who-and-where", NotationChoice("paper"));
    for (const char* const cell : {R"(x_{td}\,(W_{i}^{Q})_{dc})", R"(x_{ud}\,(W_{i}^{K})_{dc})", R"(\,(W^O)_{fd})"})
        EXPECT_NE(paper.find(cell), std::string::npos) << cell;
}

TEST(Conventions, ALetterThatCountsTwoThingsIsSaidTo) {
    const std::string nxd = section_of("who-and-where", NotationChoice("nxd"));
    EXPECT_NE(nxd.find("are tokens here"), std::string::npos) << "elsewhere i counts heads";
    EXPECT_NE(nxd.find("its shape for one head"), std::string::npos) << "behind joined heads it has the rows of all";
    EXPECT_EQ(nxd.find("end here"), std::string::npos) << "the output follows";
    EXPECT_EQ(nxd.find("z^{concat}"), std::string::npos) << "the notes have an index";
    const std::string paper = sheet_of("by-hand", NotationChoice("paper"));
    EXPECT_EQ(paper.find("m_{1}"), std::string::npos) << "the index of m is a token's";
    EXPECT_NE(paper.find("m^{(1)}"), std::string::npos);
}

TEST(Conventions, HeadsAreCountedAsTheNotesDoAndThatIsSaidOnce) {
    for (const std::string& text :
         {section_of("who-and-where", NotationChoice("sum")), deck_of("who-and-where", NotationChoice("sum"))}) {
        EXPECT_EQ(text.find("counted from 0,"), text.rfind("counted from 0"));
        EXPECT_EQ(text.find("head 1 of 2"), std::string::npos);
        EXPECT_NE(text.find("head 1 of 0–1"), std::string::npos);
    }
    EXPECT_EQ(section_of("who-and-where", NotationChoice("paper")).find("counted from"), std::string::npos);
}

TEST(Conventions, NothingIsSaidOfASumWithOneTermThatCounts) {
    for (const char* const notation : {"paper", "sum"})
        EXPECT_EQ(section_of("who-and-where", NotationChoice(notation)).find("100~\\%"), std::string::npos) << notation;
}

TEST(Conventions, ALayerOfOneHeadSaysSo) {
    EXPECT_NE(section_of("red-fox", NotationChoice("d_h")).find("one head, of width $d_h = 4$"), std::string::npos);
}

TEST(Conventions, WhatIsAddedToTheInputHasAName) {
    const std::string section = section_of("who-and-where", NotationChoice("Txd"));
    const std::size_t sum = section.find(":X}{x_{ir} = e_{ir} + p_{ir}}");
    ASSERT_NE(sum, std::string::npos) << "the cell is worked out by it";
    EXPECT_NE(section.find("$E$ holds the embeddings, $P$ the positions.", sum), std::string::npos);
}

TEST(Conventions, AWorkedLineIsAsHighAsItsName) {
    WorkedLine line;
    line.name.width = 100;
    line.name.ascent = 20;
    line.name.descent = 9;
    line.steps = "= 1";
    EXPECT_GE(worked_block(line, typesetter()).height, 29);
}

} // namespace
} // namespace attn::test
