// Worksheets, storyboards and handouts as bytes. Tests of the program read their PDF and XML.

#include "core/document/options/session_notation.h"
#include "core/document/sources/presets.h"
#include "core/figure/caption.h"
#include "core/figure/pictures/labels.h"
#include "core/handouts/followed_cells.h"
#include "core/handouts/handout.h"
#include "core/handouts/html_page.h"
#include "core/handouts/pages.h"
#include "core/handouts/storyboard.h"
#include "core/handouts/worked_cell.h"
#include "core/handouts/worksheet.h"
#include "core/notation/in_notation.h"
#include "core/notation/named_words.h"
#include "tests/core/figure/figures.h"
#include "tests/core/handouts/words_of_pages.h"
#include "tests/folders.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace attn::test {
namespace {

Drawn eight_heads() {
    return Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],"
                       " 'sizes': {'d_model': 64, 'heads': 8}}");
}

TEST(Worksheet, IsTheSameFromRunToRun) {
    const Session session = Drawn::preset("by-hand").session();
    WorksheetRequest request;
    request.variant = 4;
    const auto first = worksheet(session, request, typesetter());
    const auto again = worksheet(session, request, typesetter());
    ASSERT_TRUE(first);
    ASSERT_TRUE(again);
    EXPECT_EQ(first->sheet, again->sheet);
    EXPECT_EQ(first->key, again->key);
    EXPECT_NE(first->sheet, first->key);
}

TEST(Worksheet, IsMadeOfEveryPresetThatFitsOnPaperInEveryNotation) {
    bool columns = false; // alternately
    for (const char* preset : {"by-hand", "who-and-where", "masks", "red-fox", "induction"})
        for (const char* notation : {"default", "paper", "sum"}) {
            WorksheetRequest request;
            request.shown.notation = notation;
            request.shown.tokens_as_columns = columns = !columns;
            request.stages = {ArrayId::Q, ArrayId::scores, ArrayId::masked, ArrayId::A, ArrayId::O};
            const auto made = worksheet(Drawn::preset(preset).session(), request, typesetter());
            EXPECT_TRUE(made) << preset << " " << (made ? "" : made.error().message);
        }
}

TEST(Worksheet, HasRoomForSixWordsUnderACausalMask) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['the', 'cat', 'sat', 'on', 'a', 'mat'],"
                                    " 'sizes': {'d_model': 4, 'heads': 1}, 'mask': {'causal': true},"
                                    " 'temperature': 2}");
    for (const bool columns : {false, true}) {
        WorksheetRequest request;
        request.shown.tokens_as_columns = columns;
        const auto made = worksheet(drawn.session(), request, typesetter());
        EXPECT_TRUE(made) << made.error().message;
    }
}

TEST(Worksheet, OfThreeWordsAndOneHeadTakesTwoPages) {
    WorksheetRequest request;
    request.shown.head = 0;
    const auto pages = worksheet_pages(Drawn::preset("by-hand").session(), request, typesetter());
    ASSERT_TRUE(pages);
    EXPECT_EQ(pages->sheet.size(), 2U);
}

/// The cells of an array whose numbers stand on the pages.
std::set<CellId> numbers_of(const std::vector<PdfPage>& pages, ArrayId array) {
    std::set<CellId> cells;
    for (const PdfPage& page : pages)
        for (const Item& item : page.list.items)
            if (const auto* const number = std::get_if<ShownNumber>(&item.says);
                number != nullptr && number->cell.array == array)
                cells.insert(number->cell);
    return cells;
}

TEST(Worksheet, HasEachNumberThatIsGiven) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['I', 'drink', 'hot', 'tea'],"
                                    " 'sizes': {'d_model': 4, 'heads': 2}, 'seed': 5}");
    for (const char* const notation : {"default", "nxd", "sum"}) {
        WorksheetRequest request;
        request.shown.notation = notation;
        const auto pages = worksheet_pages(drawn.session(), request, typesetter());
        ASSERT_TRUE(pages) << pages.error().message;
        for (const ArrayId given : {ArrayId::Q, ArrayId::K, ArrayId::V})
            EXPECT_EQ(numbers_of(pages->sheet, given).size(), 16U) << notation << array_name(given);
        EXPECT_NE(words_of(pages->sheet).find("0.624"), std::string::npos) << "with three decimals";
        for (const ArrayId asked : {ArrayId::scores, ArrayId::A})
            EXPECT_EQ(numbers_of(pages->key, asked).size(), 32U) << notation << array_name(asked);
    }
}

TEST(Worksheet, RefusesWhatDoesNotFitOnPaper) {
    WorksheetRequest request;
    request.stages = {ArrayId::Y};
    const auto made = worksheet(eight_heads().session(), request, typesetter());
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("the sum of 64 products, too many for a sheet"), std::string::npos)
        << made.error().message;
    EXPECT_NE(made.error().message.find("--stages parts"), std::string::npos) << made.error().message;
}

/// Expects no ink beyond the margins, except at the foot of the page.
void expect_in_margins(const std::vector<PdfPage>& pages, const std::string& what) {
    constexpr float slack = 6; // of letters that reach above their line
    for (const PdfPage& page : pages) {
        const Box covered = bounds(page.list, typesetter());
        EXPECT_GE(covered.x, paper::margin - slack) << what;
        EXPECT_LE(covered.right(), paper::short_side - paper::margin + slack) << what;
        EXPECT_GE(covered.y, paper::margin - slack) << what;
        EXPECT_LE(covered.bottom(), paper::long_side - paper::margin / 2 + slack) << what;
    }
}

TEST(Worksheet, IsMadeOfEveryPresetAsItComes) {
    const auto presets = list_presets(assets_folder());
    ASSERT_TRUE(presets);
    constexpr std::size_t most_pages = 6;
    for (const Preset& preset : *presets) {
        const auto pages = worksheet_pages(Drawn::preset(preset.name).session(), {}, typesetter());
        ASSERT_TRUE(pages) << preset.name << ": " << pages.error().message;
        EXPECT_LE(pages->sheet.size(), most_pages) << preset.name;
        expect_in_margins(pages->sheet, preset.name);
        expect_in_margins(pages->key, preset.name);
    }
}

TEST(Worksheet, OfALargerLayerAsksAHeadAndSomeQueriesAndSaysSo) {
    const Drawn drawn = eight_heads();
    const auto pages = worksheet_pages(drawn.session(), {}, typesetter());
    ASSERT_TRUE(pages) << pages.error().message;
    const std::string words = words_of(pages->sheet);
    EXPECT_NE(words.find("It asks only head 1 of 8: all heads would be too much for a pencil."), std::string::npos)
        << words;
    EXPECT_NE(words.find("It asks only a₁ to"), std::string::npos) << words;
    EXPECT_NE(words.find("Y sums 64 products"), std::string::npos) << words;
    for (const CellId& cell : numbers_of(pages->key, ArrayId::A))
        EXPECT_EQ(cell.head, 0);
    const auto asked = numbers_of(pages->key, ArrayId::parts);
    EXPECT_FALSE(asked.empty());
    for (const CellId& cell : asked)
        EXPECT_LT(cell.column, 18);
}

TEST(Worksheet, OfASmallLayerHasAllThatItAsksForAlsoWhereOperandsHaveNoRoomBesideEachOther) {
    for (int seed = 1; seed <= 8; ++seed) {
        const Drawn drawn = Drawn::json(fmt::format("{{'version': 1, 'tokens': ['the', 'cat', 'saw', 'the', 'dog'],"
                                                    " 'sizes': {{'d_model': 8, 'heads': 3, 'd_k': 3, 'd_v': 4}},"
                                                    " 'seed': {}}}",
                                                    seed));
        const auto pages = worksheet_pages(drawn.session(), {}, typesetter());
        ASSERT_TRUE(pages) << seed << ": " << pages.error().message;
        expect_in_margins(pages->sheet, "a small layer");
        EXPECT_FALSE(numbers_of(pages->key, ArrayId::Y).empty());
    }
}

TEST(Worksheet, OfChosenRowsHasTheirQueriesAlone) {
    WorksheetRequest request;
    request.stages = {ArrayId::scores, ArrayId::A, ArrayId::O};
    request.shown.head = 0;
    request.shown.row = 1;
    request.rows = 2;
    for (const bool columns : {false, true}) {
        request.shown.tokens_as_columns = columns;
        const auto pages = worksheet_pages(Drawn::preset("who-and-where").session(), request, typesetter());
        ASSERT_TRUE(pages) << pages.error().message;
        EXPECT_NE(words_of(pages->sheet).find("It asks only is₂ to a₃ of the 4 queries"), std::string::npos);
        for (const ArrayId asked : {ArrayId::scores, ArrayId::A, ArrayId::O}) {
            const auto cells = numbers_of(pages->key, asked);
            EXPECT_EQ(cells.size(), 8U) << array_name(asked);
            for (const CellId& cell : cells)
                EXPECT_TRUE(cell.row == 1 || cell.row == 2) << cell_name(cell);
        }
        EXPECT_EQ(numbers_of(pages->sheet, ArrayId::K).size(), 16U) << "of the keys all are given";
    }
}

bool has_formula(const std::vector<PdfPage>& pages, std::string_view tex) {
    return std::ranges::any_of(pages, [&](const PdfPage& page) {
        return std::ranges::any_of(page.list.items, [&](const Item& item) {
            const auto* const mark = std::get_if<FormulaMark>(&item.shape());
            return mark != nullptr && mark->tex == tex;
        });
    });
}

TEST(Worksheet, ShowsWhatIsAddedToTheScores) {
    Session session = Drawn::preset("by-hand").session();
    const auto formulas = [&](std::string_view array) {
        const auto pages = worksheet_pages(session, {}, typesetter());
        return pages && has_formula(pages->sheet, fmt::format("{}^{{(2)}}", array));
    };
    EXPECT_FALSE(formulas("B"));
    session.layer().alibi = true;
    EXPECT_TRUE(formulas("B"));
    EXPECT_TRUE(formulas(R"(\tilde{S})"));
    EXPECT_TRUE(formulas(R"(\hat{S})"));
}

TEST(Worksheet, SaysWhatEveryLetterIsThatItsFormulasRead) {
    for (const char* const notation : {"paper", "sum"}) {
        WorksheetRequest request;
        request.shown.notation = notation;
        const auto pages = worksheet_pages(Drawn::preset("by-hand").session(), request, typesetter());
        ASSERT_TRUE(pages);
        EXPECT_TRUE(has_formula(pages->sheet, R"(m_t = \max_{u} \tilde{s}_{tu})")) << notation;
    }
}

TEST(Worksheet, AddsWhatHeadsAddWhereItsNotesDo) {
    WorksheetRequest request;
    request.shown.notation = "sum";
    const Drawn drawn = Drawn::preset("by-hand");
    const auto pages = worksheet_pages(drawn.session(), request, typesetter());
    ASSERT_TRUE(pages);
    const std::string key = words_of(pages->key);
    EXPECT_NE(key.find(fmt::format("_{{1,1}} = {} (head 0) + {} (head 1) ",
                                   by_hand(drawn.trace().value({0, ArrayId::parts, 0, 0, 0, 0}), 3),
                                   by_hand(drawn.trace().value({0, ArrayId::parts, 0, 1, 0, 0}), 3))),
              std::string::npos)
        << key;
    EXPECT_TRUE(numbers_of(pages->key, ArrayId::concat).empty()) << "no matrix that the notes have not";
    request.shown.notation = "paper";
    const auto joined = worksheet_pages(drawn.session(), request, typesetter());
    ASSERT_TRUE(joined);
    EXPECT_FALSE(numbers_of(joined->key, ArrayId::concat).empty());
}

TEST(Worksheet, SaysNoMatrixTwiceInOneName) {
    const Session session = Drawn::preset("by-hand").session();
    for (const char* const notation : {"default", "Txd", "nxd", "d_h"}) {
        WorksheetRequest request;
        request.shown.notation = notation;
        const auto pages = worksheet_pages(session, request, typesetter());
        ASSERT_TRUE(pages);
        for (const PdfPage& page : pages->sheet)
            for (const Item& item : page.list.items)
                if (const auto* const mark = std::get_if<FormulaMark>(&item.shape())) {
                    const std::size_t sign = mark->tex.find(" = ");
                    EXPECT_TRUE(sign == std::string::npos || mark->tex.substr(0, sign) != mark->tex.substr(sign + 3))
                        << notation << ": " << mark->tex;
                }
    }
}

TEST(Worksheet, SaysWhereItsGridsComeFrom) {
    const auto pages = worksheet_pages(Drawn::preset("masks").session(), {}, typesetter());
    ASSERT_TRUE(pages);
    const Session session = Drawn::preset("masks").session();
    EXPECT_TRUE(has_formula(pages->sheet, in_notation(equation_of(session, ArrayId::concat), notation_of(session))));
    EXPECT_TRUE(
        has_formula(pages->sheet, in_notation(cell_formula_of(session, ArrayId::scaled), notation_of(session))));
}

TEST(Worksheet, HasALineForEachResultThatIsOneOfFew) {
    const auto pages = worksheet_pages(Drawn::preset("masks").session(), {}, typesetter());
    ASSERT_TRUE(pages);
    const std::string words = words_of(pages->sheet);
    for (const char* const line : {"s_{1,1} =", "o_{4,4}^{("})
        EXPECT_NE(words.find(line), std::string::npos) << line;
    EXPECT_EQ(words.find("y_{1,1} ="), std::string::npos) << "32 lines have no room beneath their matrices";
}

TEST(Worksheet, PartsNoLinesFromTheirMatrix) {
    const auto presets = list_presets(assets_folder());
    ASSERT_TRUE(presets);
    for (const Preset& preset : *presets)
        for (const char* const notation : {"default", "nxd"}) {
            WorksheetRequest request;
            request.shown.notation = notation;
            const auto pages = worksheet_pages(Drawn::preset(preset.name).session(), request, typesetter());
            ASSERT_TRUE(pages) << preset.name;
            EXPECT_EQ(words_of(pages->sheet).find(", continued"), std::string::npos) << preset.name << " " << notation;
        }
}

TEST(Worksheet, HasNoLinesForSumsOfTwoNumbersThatStandThere) {
    WorksheetRequest request;
    request.shown.notation = "sum";
    const auto pages = worksheet_pages(Drawn::preset("who-and-where").session(), request, typesetter());
    ASSERT_TRUE(pages);
    const std::string words = words_of(pages->sheet);
    EXPECT_NE(words.find("a_{4,4}^{(1)} ="), std::string::npos);
    EXPECT_EQ(words.find("y_{1,1} ="), std::string::npos);
    EXPECT_EQ(words.find("C = "), std::string::npos) << "a matrix that the notes have not";
}

TEST(Worksheet, HasNoLinesForOneNumberTimesAFactorAndSoFewerPages) {
    WorksheetRequest request;
    request.shown.notation = "Txd";
    const auto pages = worksheet_pages(Drawn::preset("who-and-where").session(), request, typesetter());
    ASSERT_TRUE(pages);
    EXPECT_EQ(words_of(pages->sheet).find("scaled}_{1,1} ="), std::string::npos);
    EXPECT_LE(pages->sheet.size(), 7U);
}

/// The lowest ink of a page above its foot, as a share of the height for text.
float fill_of(const PdfPage& page) {
    DisplayList above_foot = page.list;
    constexpr float foot = paper::long_side - paper::margin;
    std::erase_if(above_foot.items, [&](const Item& item) { return bounds(item, typesetter()).y > foot; });
    return (bounds(above_foot, typesetter()).bottom() - paper::margin) / paper::text_height;
}

/// A sheet with the notation "sum" ends with a page for the sum over heads, since an exercise is not divided.
TEST(Worksheet, HasNoPageThatIsHalfEmptyBehindFullOnes) {
    for (const char* const preset : {"by-hand", "who-and-where"})
        for (const char* const notation : {"d_h", "paper", "Txd", "nxd", "sum"}) {
            WorksheetRequest request;
            request.shown.notation = notation;
            const auto made = worksheet_pages(Drawn::preset(preset).session(), request, typesetter());
            ASSERT_TRUE(made) << preset << notation;
            EXPECT_GE(fill_of(made->key.back()), 0.5F) << preset << " " << notation << ", key";
            if (notation != std::string_view("sum"))
                EXPECT_GE(fill_of(made->sheet.back()), 0.5F) << preset << " " << notation;
        }
}

TEST(Worksheet, NamesCellsAndSoftmaxAsItsNotesDo) {
    for (const auto& [notation, said] :
         {std::pair("d_h", R"(\mathrm{score}(1,1) =)"), std::pair("nxd", R"(\mathrm{AttentionWeights}_{1,1} )"),
          std::pair("d_h", "A_{(1,1)} "), std::pair("sum", R"(\mathrm{Softmax}\left()"),
          std::pair("Txd", R"(\alpha_{1,1}^{(1)} )")}) {
        WorksheetRequest request;
        request.shown.notation = notation;
        const auto pages = worksheet_pages(Drawn::preset("by-hand").session(), request, typesetter());
        ASSERT_TRUE(pages);
        const std::string words = words_of(pages->sheet) + words_of(pages->key);
        EXPECT_NE(words.find(said), std::string::npos) << notation << ": " << said;
        if (notation == std::string_view("sum"))
            EXPECT_EQ(words.find("softmax"), std::string::npos);
    }
}

TEST(Worksheet, NamesTheSlipByLettersAlone) {
    WorksheetRequest request;
    request.slip = true;
    request.variant = 7;
    const auto pages = worksheet_pages(Drawn::preset("by-hand").session(), request, typesetter());
    ASSERT_TRUE(pages);
    const std::string words = words_of(pages->sheet) + words_of(pages->key);
    EXPECT_NE(words.find("such as  s_{1,1}:"), std::string::npos) << words;
    EXPECT_EQ(words.find("row"), std::string::npos) << words;
    EXPECT_EQ(words.find("column"), std::string::npos) << words;
}

/// The number of formulas with "As a rule:" before them.
std::size_t times_as_a_rule(const Session& session, const WorksheetRequest& request) {
    const auto pages = worksheet_pages(session, request, typesetter());
    EXPECT_TRUE(pages) << (pages ? "" : pages.error().message);
    const std::string words = pages ? words_of(pages->sheet) : "";
    std::size_t times = 0;
    for (std::size_t at = words.find("As a rule:"); at != std::string::npos; at = words.find("As a rule:", at + 1))
        ++times;
    return times;
}

/// The output of joined heads is no sum over heads if a number of the joined matrix was set by hand.
TEST(Worksheet, SaysThatFormulasAreRulesWhereNumbersWereSetByHand) {
    Session session = Drawn::preset("by-hand").session();
    WorksheetRequest request;
    request.stages = {ArrayId::Y};
    EXPECT_EQ(times_as_a_rule(session, request), 0U);
    session.layer().pins[{0, ArrayId::concat, 0, 0, 0, 0}] = 2.5F;
    EXPECT_EQ(times_as_a_rule(session, request), 2U) << "before Y = C W_O and before C = (O, O)";
}

TEST(Worksheet, SaysOfEveryFormulaAlikeThatItIsARuleWhereASlipIsPlanted) {
    const Session session = Drawn::preset("by-hand").session();
    WorksheetRequest request;
    request.slip = true;
    request.stages = {ArrayId::scores, ArrayId::O, ArrayId::Y};
    for (const std::uint64_t variant : {0U, 1U, 2U}) {
        request.variant = variant;
        EXPECT_EQ(times_as_a_rule(session, request), 5U) << "one of each head's scores and O, and Y";
    }
}

TEST(Worksheet, SaysItsLengths) {
    WorksheetRequest request;
    request.shown.notation = "d_h";
    const auto pages = worksheet_pages(Drawn::preset("by-hand").session(), request, typesetter());
    ASSERT_TRUE(pages);
    const std::string words = words_of(pages->sheet);
    for (const char* const length : {"D = 4", "H = 2 heads", "= 4, values of width"})
        EXPECT_NE(words.find(length), std::string::npos) << length;
}

TEST(Worksheet, SaysWhichItemItIsOfAndWhatARowWithoutKeysComesTo) {
    const auto pages = worksheet_pages(Drawn::preset("masks").session(), {}, typesetter());
    ASSERT_TRUE(pages);
    const std::string words = words_of(pages->sheet);
    EXPECT_NE(words.find("item 1 of 2"), std::string::npos);
    EXPECT_EQ(words.find("2×4×4"), std::string::npos);
    EXPECT_NE(words.find("There M = −∞"), std::string::npos);
    EXPECT_NE(words.find("In a row that is hatched whole"), std::string::npos);
    const auto other = worksheet_pages(Drawn::preset("by-hand").session(), {}, typesetter());
    ASSERT_TRUE(other);
    EXPECT_EQ(words_of(other->sheet).find("item 1"), std::string::npos);
}

TEST(Worksheet, SaysHowTheNumbersBetweenScoresAndSharesAreWorkedOut) {
    const Session session = Drawn::preset("by-hand").session();
    const auto pages = worksheet_pages(session, {}, typesetter());
    ASSERT_TRUE(pages);
    const auto says = [&](ArrayId array) {
        return has_formula(pages->sheet, in_notation(cell_formula_of(session, array), notation_of(session)));
    };
    for (const ArrayId array : {ArrayId::scaled, ArrayId::row_max, ArrayId::row_sum, ArrayId::A})
        EXPECT_TRUE(says(array)) << array_name(array);
}

TEST(Worksheet, WritesTheLargestOfNothingSoThatItCanBeReadInTheKey) {
    const auto pages = worksheet_pages(Drawn::preset("masks").session(), {}, typesetter());
    ASSERT_TRUE(pages);
    int found = 0;
    for (const PdfPage& page : pages->key)
        for (const Item& item : page.list.items)
            if (const auto* const text = std::get_if<Text>(&item.shape()); text != nullptr && text->text == "−∞") {
                ++found;
                EXPECT_EQ(text->colour, ink_on(theme(Look::light).panel));
            }
    EXPECT_GT(found, 0);
}

TEST(Storyboard, OfAPlainLayerHasTheNineStepsOfItsNotes) {
    const Drawn drawn = Drawn::preset("by-hand");
    const auto pages = storyboard(drawn.source(), {});
    FigureRequest every_array;
    every_array.steps = StepsShown::all;
    const auto all = storyboard(drawn.source(), every_array);
    ASSERT_TRUE(pages && all);
    EXPECT_EQ(pages->size(), 9U);
    EXPECT_EQ(all->size(), 18U);
}

TEST(Storyboard, HasAPageOfOneSizeForEachStep) {
    for (const auto make :
         {+[] { return Drawn::preset("by-hand"); }, +[] { return Drawn::preset("masks"); }, &eight_heads}) {
        const Drawn drawn = make();
        const auto pages = storyboard(drawn.source(), {});
        ASSERT_TRUE(pages);
        EXPECT_EQ(pages->size(), followed_cells(drawn.source(), {})->size());
        for (const StoryPage& page : *pages) {
            EXPECT_EQ(page.page.page.area, pages->front().page.page.area);
            const Box covered = bounds(page.page.list, typesetter());
            EXPECT_GE(covered.x, 0) << page.name;
            EXPECT_LE(covered.right(), page.page.page.area.right()) << page.name;
            EXPECT_LE(covered.bottom(), page.page.page.area.bottom()) << page.name;
        }
    }
}

TEST(Storyboard, CountsHeadsAsItsNotationDoes) {
    FigureRequest shown;
    shown.notation = "sum";
    const Drawn drawn = Drawn::preset("who-and-where");
    const auto steps = storyboard(drawn.source(), shown);
    ASSERT_TRUE(steps);
    std::vector<PdfPage> pages;
    for (const StoryPage& step : *steps)
        pages.push_back(step.page);
    const std::string words = words_of(pages);
    EXPECT_NE(words.find("of 0–1"), std::string::npos);
    EXPECT_EQ(words.find("head 2 of 2"), std::string::npos);
}

TEST(Handout, SaysTheNumbersOfCellsAndNeedsNothingFromElsewhere) {
    const Drawn drawn = Drawn::preset("by-hand");
    const auto html = handout(drawn.source(), {});
    ASSERT_TRUE(html);
    EXPECT_NE(html->find(R"(data-target="cell:A/1[1,1]" tabindex="0"><title>a₁‚₁ ≈ 0.665: tea₁ reads tea₁</title>)"),
              std::string::npos);
    for (const char* elsewhere : {"src=", "<link", "@import", "url(http", "href=\"http"})
        EXPECT_EQ(html->find(elsewhere), std::string::npos) << elsewhere;
    const auto again = handout(drawn.source(), {});
    ASSERT_TRUE(again);
    EXPECT_EQ(*html, *again);
}

TEST(Handout, SaysOfWhichHeadANumberIsWhereAPageHasSeveralHeads) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2},"
                                    " 'context': {'tokens': ['c', 'd']}, 'notation': 'paper'}");
    const auto html = handout(drawn.source(), {});
    ASSERT_TRUE(html);
    const auto said = [&](const std::string& cell) {
        const std::string target = fmt::format(R"(data-target="cell:{}" tabindex="0"><title>)", cell);
        const std::size_t at = html->rfind(target);
        EXPECT_NE(at, std::string::npos) << cell;
        const std::size_t begin = at + target.size();
        return at == std::string::npos ? std::string() : html->substr(begin, html->find(" ≈ ", begin) - begin);
    };
    EXPECT_EQ(said("W_O/1[1,1]"), "w₁‚₁ of head 1");
    EXPECT_EQ(said("W_O/2[1,1]"), "w₁‚₁ of head 2");
    EXPECT_EQ(said("X[1,1]"), "x₁‚₁");
    EXPECT_EQ(said("context[1,1]"), "xᶜ₁‚₁");
}

TEST(Handout, SetsIndicesOfSymbolsAndKeepsWordsAsTheyAre) {
    const Prose text = prose("{} and {}: a < b", symbol_in("<all W_Q>", Notation()), Prose::own("W_Q"));
    EXPECT_EQ(html_paragraph(text, "dim"), "<p class=\"dim\">W<sub>Q</sub> and W_Q: a &lt; b</p>\n");
}

TEST(Handout, EscapesWhatPeopleWrite) {
    const Drawn drawn = Drawn::json("{'version': 1, 'title': '<b>&', 'tokens': ['</svg>', '&x'],"
                                    " 'sizes': {'d_model': 2, 'heads': 1}}");
    const auto html = handout(drawn.source(), {});
    ASSERT_TRUE(html);
    EXPECT_EQ(html->find("<b>"), std::string::npos);
    EXPECT_EQ(html->find("&x"), std::string::npos);
    EXPECT_NE(html->find("&amp;x"), std::string::npos);
}

TEST(Handout, RefusesAHeadThatTheLayerDoesNotHave) {
    FigureRequest shown;
    shown.head = 9;
    const Drawn drawn = Drawn::preset("by-hand");
    EXPECT_FALSE(handout(drawn.source(), shown));
    EXPECT_FALSE(storyboard(drawn.source(), shown));
}

} // namespace
} // namespace attn::test
