// Properties of symbols and numbers in every document and every notation.

#include "core/document/options/session_notation.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/tex_pages.h"
#include "core/handouts/handout.h"
#include "core/handouts/storyboard.h"
#include "core/handouts/worked_cell.h"
#include "core/handouts/worksheet.h"
#include "core/notation/in_notation.h"
#include "tests/core/handouts/made_lecture.h"
#include "tests/core/handouts/words_of_pages.h"

#include <gmock/gmock.h>
#include <map>
#include <regex>

namespace attn::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A session of six words in two heads of whole numbers, in which some attention weights are nearly 0.
Drawn six_words(const std::string& more = {}) {
    return Drawn::json(R"({'version': 1, 'tokens': ['the', 'cat', 'sat', 'on', 'the', 'mat'],
 'sizes': {'d_model': 4, 'heads': 2, 'd_k': 2, 'd_v': 2},
 'embeddings': {'cat': [0, 2, 0, 1], 'mat': [0, 1, -1, 1], 'on': [0, 0, 1, 1], 'sat': [1, 1, 0, -1],
                'the': [1, 0, 1, 0]},
 'heads': [{'W_Q': [[0, 1], [1, 2], [2, 1], [-1, -2]], 'W_K': [[0, 0], [-1, 2], [2, 1], [0, 0]],
            'W_V': [[2, 0], [0, 2], [0, 1], [-1, 0]], 'W_O': [[1, 2, 0, 0], [-1, 0, 1, 1]]},
           {'W_Q': [[1, 2], [-1, 0], [-1, 0], [1, 0]], 'W_K': [[-1, -2], [1, 1], [-2, -2], [-2, 0]],
            'W_V': [[2, -1], [-2, -1], [1, -1], [0, 1]], 'W_O': [[2, 1, -2, 0], [-1, -2, -1, -1]]}])" +
                       more + "}");
}

WorksheetPages sheets_of(const Drawn& drawn, std::string_view notation) {
    WorksheetRequest request;
    request.shown.notation = NotationChoice(notation);
    auto made = worksheet_pages(drawn.session(), request, typesetter());
    EXPECT_TRUE(made) << (made ? "" : made.error().message);
    return made ? *std::move(made) : WorksheetPages{};
}

using Documents = std::map<std::string, std::string>;

/// The words, and formulas as TeX, of everything read on paper and in a browser, by the document's name.
Documents pages_of(const Drawn& drawn, std::string_view notation) {
    FigureRequest shown;
    shown.notation = NotationChoice(notation);
    const WorksheetPages sheets = sheets_of(drawn, notation);
    Documents documents{{"worksheet", words_of(sheets.sheet)}, {"key", words_of(sheets.key)}};
    if (const auto story = storyboard(drawn.source(), shown))
        for (const StoryPage& page : *story)
            documents["storyboard"] += words_of({page.page});
    if (const auto page = handout(drawn.source(), shown))
        documents["handout"] = *page;
    EXPECT_EQ(documents.size(), 4U) << notation;
    return documents;
}

/// All documents of the six words, made once.
const Documents& documents_of(std::string_view notation) {
    static std::map<std::string, Documents> made;
    Documents& documents = made[std::string(notation)];
    if (!documents.empty())
        return documents;
    const Drawn drawn = six_words();
    FigureRequest shown;
    shown.notation = NotationChoice(notation);
    documents = pages_of(drawn, notation);
    if (const auto files = lecture_notes(drawn.source(), shown))
        documents["notes"] = files->front().bytes;
    if (const auto files = slide_deck(drawn.source(), shown))
        documents["slides"] = files->front().bytes;
    EXPECT_EQ(documents.size(), 6U) << notation;
    return documents;
}

/// True if the matrix of ŝ occurs too, or an equation of ŝ.
bool says_what_is_masked(const std::string& text) {
    constexpr std::string_view cell = R"(\hat{s})";
    bool says = text.find(R"(\hat{S})") != std::string::npos;
    for (std::size_t at = text.find(cell); at != std::string::npos && !says; at = text.find(cell, at + 1))
        says = text.substr(at, 24).find("= ") != std::string::npos;
    return says;
}

TEST(SymbolsOfDocuments, WhatSoftmaxReadsHasOneName) {
    const Drawn masked = six_words(", 'mask': {'causal': true}");
    for (const std::string_view notation : notation_names()) {
        for (const auto& [name, text] : documents_of(notation))
            for (const char* const of_masked : {R"(\hat{s})", R"(\hat{S})", "ŝ", "Ŝ"})
                EXPECT_THAT(text, Not(HasSubstr(of_masked))) << notation << ", " << name << ": nothing is masked";
        for (const auto& [name, text] : pages_of(masked, notation))
            if (text.find(R"(\hat{s})") != std::string::npos)
                EXPECT_TRUE(says_what_is_masked(text)) << notation << ", " << name;
    }
}

TEST(SymbolsOfDocuments, HeadsAreMarkedInOneWayInEveryMatrix) {
    const Drawn drawn = six_words();
    for (const std::string_view name : notation_names()) {
        Session session = drawn.session();
        session.notation = NotationChoice(name);
        const Notation notation = notation_of(session);
        const bool is_below = in_notation("<of h>", notation, 1).starts_with("_");
        const std::string number = std::to_string(1 + first_head(session.notation));
        const std::string other = is_below ? "^{(" + number + ")" : "_{" + number + "}";
        for (const Array& row : arrays())
            // In a row's largest score and its sum the number below is the token's.
            if (has_heads(row.id) && row.id != ArrayId::row_max && row.id != ArrayId::row_sum)
                EXPECT_THAT(in_notation(row.symbol, notation, 1), Not(HasSubstr(other))) << name << ", " << row.name;
    }
}

/// The numbers of a head, a row and a column never stand side by side like one number.
TEST(SymbolsOfDocuments, NumbersOfACellNeverRunTogether) {
    const Drawn drawn = six_words();
    int tried = 0;
    for (const std::string_view notation : notation_names())
        for (const Array& row : arrays()) {
            if (!is_stage(row.id) || !drawn.trace().has(row.id))
                continue;
            const Shape shape = shape_of(drawn.trace().sizes(), row.id);
            const CellId cell{0, row.id, 0, has_heads(row.id) ? 1 : 0, shape.rows - 1, shape.columns - 1};
            FigureRequest request;
            request.notation = NotationChoice(notation);
            request.array = row.id;
            const FigureSource source = drawn.source();
            const FigureContext context(request, source, cell);
            std::string tex = cell_tex(context.drawing(), cell);
            std::erase_if(tex, [](char byte) { return byte == '{' || byte == '}' || byte == '_'; });
            EXPECT_FALSE(std::regex_search(tex, std::regex("[0-9][0-9]")))
                << notation << ", " << row.name << ": " << tex;
            ++tried;
        }
    EXPECT_GT(tried, 80);
}

/// Sheets say that three decimals are enough, so that no number has a programmer's exponent.
TEST(NumbersOfDocuments, HaveNoExponentOfAProgrammer) {
    constexpr std::string_view exponent = "e−";
    const auto is_digit = [](char byte) { return byte >= '0' && byte <= '9'; };
    for (const std::string_view notation : notation_names())
        for (const auto& [name, text] : documents_of(notation))
            for (std::size_t at = text.find(exponent); at != std::string::npos; at = text.find(exponent, at + 1))
                EXPECT_FALSE(at > 0 && is_digit(text[at - 1]))
                    << notation << ", " << name << ": " << text.substr(at - 20, 40);
}

TEST(NumbersOfDocuments, AreWrittenOutWhereTheyAreSmall) {
    EXPECT_EQ(by_hand(2.6e-4F, 3), "0.00026");
    EXPECT_EQ(by_hand(-8.5e-4F, 3), "−0.00085");
    EXPECT_EQ(by_hand(9.97e-5F, 3), "0.00010");
    EXPECT_EQ(by_hand(2.6e-9F, 3), "2.6·10⁻⁹");
    EXPECT_EQ(by_hand(1.2e12F, 3), "1.2·10¹²");
    EXPECT_EQ(by_hand_tex(2.6e-9F, 3), R"(2.6{\cdot}10^{-9})");
    EXPECT_EQ(by_hand_tex(-2.5F, 3), "-2.5");
}

TEST(SymbolsOfDocuments, TheNotesOfThePaperHaveNoLetterThatThePaperHasNot) {
    for (const auto& [name, text] : documents_of("paper"))
        if (name != "handout") // it has data of pictures
            EXPECT_THAT(text, Not(HasSubstr("Z_"))) << name;
    // Four numbers of a word go into W^O, and four come out.
    for (const std::string_view notation : notation_names())
        for (const auto& [name, text] : documents_of(notation))
            EXPECT_THAT(text, Not(HasSubstr("condensed"))) << notation << ", " << name;
}

TEST(SymbolsOfDocuments, NoWordsHaveTheSourceOfAFormula) {
    for (const char* const notation : {"default", "paper", "sum"})
        EXPECT_THAT(section_of("masks", NotationChoice(notation)), Not(HasSubstr("textbackslash"))) << notation;
}

/// Nothing reaches beyond the margins, whichever letters TeX sets.
TEST(SheetsAsTex, StayWithinTheirMargins) {
    const Drawn drawn = six_words();
    const std::regex line(
        R"(\\pgftext\[(left,)?(right,)?base,at=\{\\pgfpointxy\{([-0-9.]+)\}\{[-0-9.]+\}\}\]\{\\color\{\w+\}\\fitted\{([0-9.]+)\})");
    for (const std::string_view notation : notation_names()) {
        const WorksheetPages sheets = sheets_of(drawn, notation);
        for (const std::vector<PdfPage>& pages : {sheets.sheet, sheets.key}) {
            const auto tex = write_tex_pages(pages, "sheet", typesetter());
            ASSERT_TRUE(tex) << tex.error().message;
            constexpr double margin = 53.858;
            constexpr double letters = 1; // letters reach beyond their lines
            constexpr double right_edge = 595.276 - margin + letters;
            int lines = 0;
            for (std::sregex_iterator at(tex->begin(), tex->end(), line), end; at != end; ++at, ++lines) {
                const double x = std::stod(at->str(3));
                const double width = std::stod(at->str(4));
                const bool is_left = (*at)[1].matched;
                const bool is_right = (*at)[2].matched;
                const double begin = is_left ? x : is_right ? x - width : x - width / 2;
                EXPECT_GE(begin, margin - letters) << notation << at->str();
                EXPECT_LE(begin + width, right_edge) << notation << at->str();
            }
            EXPECT_GT(lines, 100);
        }
    }
}

} // namespace
} // namespace attn::test
