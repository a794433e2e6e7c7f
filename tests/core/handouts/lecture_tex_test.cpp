#include "core/handouts/lecture_tex.h"

#include "core/handouts/followed_cells.h"
#include "core/handouts/handout.h"
#include "core/handouts/storyboard.h"
#include "core/handouts/tour.h"
#include "core/handouts/worked_cell.h"
#include "core/notation/named_words.h"
#include "tests/core/figure/figures.h"
#include "tests/core/handouts/made_lecture.h"

#include <algorithm>
#include <fmt/format.h>
#include <regex>
#include <set>
#include <tuple>

namespace attn::test {
namespace {

const DocumentFile* find_file(const std::vector<DocumentFile>& files, std::string_view name) {
    const auto found = std::ranges::find(files, name, &DocumentFile::name);
    return found == files.end() ? nullptr : &*found;
}

TEST(LectureTex, HasEachStepOfTheNotesWithItsNumberAndItsFigure) {
    for (const auto& [preset, notation, is_deck] :
         {std::tuple("by-hand", "paper", false), std::tuple("masks", "sum", true)}) {
        const Drawn drawn = Drawn::preset(preset);
        FigureRequest shown;
        shown.notation = notation;
        const auto steps = followed_cells(drawn.source(), shown);
        ASSERT_TRUE(steps);
        const auto files = is_deck ? slide_deck(drawn.source(), shown) : lecture_notes(drawn.source(), shown);
        ASSERT_TRUE(files) << (files ? "" : files.error().message);
        const DocumentFile* const text = find_file(*files, is_deck ? "deck.tex" : "section.tex");
        ASSERT_NE(text, nullptr);
        std::size_t at = 0;
        Index number = 0;
        for (const FigureRequest& step : *steps) {
            const std::string name = fmt::format("{:02}-{}", ++number, array_name(cell_of(step).array));
            EXPECT_TRUE(std::ranges::any_of(*files, [&](const DocumentFile& file) {
                return file.name.starts_with(name);
            })) << name;
            const std::string value = by_hand_tex(drawn.trace().value(cell_of(step)), 3) + "$";
            const std::size_t figure = text->bytes.find("{" + name, at);
            ASSERT_NE(figure, std::string::npos) << name;
            EXPECT_NE(text->bytes.find(value, at), std::string::npos) << name << " " << value;
            at = figure;
        }
    }
}

TEST(LectureTex, BuildsAFigureUpOnItsSlideAndTheWordsWithIt) {
    const Drawn drawn = Drawn::preset("by-hand");
    const auto files = slide_deck(drawn.source(), {});
    ASSERT_TRUE(files);
    const std::string& deck = files->front().bytes;
    for (const char* const said :
         {"\\only<1|handout:0>{\\input{05-scores-1}}", "\\only<2|handout:0>{\\input{05-scores-2}}",
          "\\only<3|handout:1>{\\input{05-scores-3}}", "\\stepuncover{2}{\\textbf{tea", "\\input{08-concat}"})
        EXPECT_NE(deck.find(said), std::string::npos) << said;
    const DocumentFile* const operands = find_file(*files, "05-scores-1.tex");
    const DocumentFile* const whole = find_file(*files, "05-scores-3.tex");
    ASSERT_NE(operands, nullptr);
    ASSERT_NE(whole, nullptr);
    EXPECT_LT(operands->bytes.size(), whole->bytes.size());
    const auto bounding_box = [](const std::string& tex) {
        const std::size_t begin = tex.find("\\useasboundingbox");
        return tex.substr(begin, tex.find(';', begin) - begin);
    };
    EXPECT_EQ(bounding_box(operands->bytes), bounding_box(whole->bytes)); // they lie exactly on each other
}

/// Expects that each label occurs once.
void expect_each_once(const std::string& text, std::string_view before, char end) {
    std::vector<std::string> all;
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at + 1))
        all.push_back(text.substr(at, text.find(end, at + before.size()) - at));
    std::ranges::sort(all);
    EXPECT_GT(all.size(), 3U);
    const auto twice = std::ranges::adjacent_find(all);
    EXPECT_EQ(twice, all.end()) << *twice;
}

TEST(Documents, OfSeveralHeadsShowEachStepOfEachAndWhatTheyShareOnce) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 8, 'heads': 4}}");
    FigureRequest one;
    FigureRequest two;
    two.head = 2;
    two.more_heads = {0};
    const auto steps = followed_cells(drawn.source(), one);
    ASSERT_TRUE(steps);
    const auto with_heads = static_cast<std::size_t>(
        std::ranges::count_if(*steps, [](const FigureRequest& step) { return has_heads(*step.array); }));
    const auto of_two = followed_cells(drawn.source(), two);
    ASSERT_TRUE(of_two);
    EXPECT_EQ(of_two->size(), steps->size() + with_heads);
    const auto pages = storyboard(drawn.source(), two);
    ASSERT_TRUE(pages);
    EXPECT_EQ(pages->size(), of_two->size());
    const auto page = handout(drawn.source(), two);
    ASSERT_TRUE(page);
    expect_each_once(*page, "<section id=\"", '"');
    const auto files = lecture_notes(drawn.source(), two);
    ASSERT_TRUE(files);
    const std::string& section = files->front().bytes;
    expect_each_once(section, "\\stepformula{eq:", '}');
    expect_each_once(section, "\\stepsee{", '}');
    expect_each_once(section, "\\subsection{", '}');
    EXPECT_LT(section.find("head 3 of 4"), section.find("head 1 of 4"));
    two.more_heads = {4};
    EXPECT_FALSE(storyboard(drawn.source(), two));
}

/// The TeX without the commands that align and break a display or make letters upright, and without braces.
std::string unbroken(std::string tex) {
    for (const std::string_view idle :
         {"\\stepside", "\\begin{aligned}", "\\end{aligned}", "\\mathrm", "\\\\", "{", "}", "&", " ", "\n"})
        for (std::size_t at = tex.find(idle); at != std::string::npos; at = tex.find(idle, at))
            tex.erase(at, idle.size());
    return tex;
}

/// True if the formula assumes nothing but a layer that reads itself.
bool holds_in_plain_layer(const NoteFormula& formula) {
    return std::ranges::all_of(formula.premises, [](Premise premise) { return premise == Premise::one_input_width; });
}

TEST(LectureTex, HasTheFormulasOfTheNotesAsTheyAreWritten) {
    const Drawn drawn = Drawn::preset("who-and-where"); // a plain layer of two heads
    std::size_t count = 0;
    for (const auto& notation : shipped_notations()) {
        FigureRequest shown;
        shown.notation = NotationChoice(notation->name);
        const auto files = lecture_notes(drawn.source(), shown);
        ASSERT_TRUE(files) << notation->name;
        const std::string section = unbroken(files->front().bytes);
        for (const NoteFormula& formula : notation->formulas)
            if (holds_in_plain_layer(formula) && drawn.trace().has(formula.array)) {
                EXPECT_NE(section.find(unbroken(tex_formula(formula.tex).tex)), std::string::npos)
                    << notation->name << ": " << formula.tex;
                ++count;
            }
    }
    EXPECT_GT(count, 80U);
}

TEST(LectureTex, TellsTheNumbersOfTheNotesAndTheirRemarks) {
    const std::string section = section_of("who-and-where", NotationChoice("d_h"));
    for (const char* const said : {R"(\; $i = 4,\; j = 1,\; \text{head } 2$:}{\frac{8.00}{\sqrt{4}} = 4.00)",
                                   R"({}{8 = 2 \cdot 4)", "$M$ is the product of", R"($P(j \mid i)$: Notes that write)",
                                   "% Compiles by itself: pdflatex (or lualatex) section.tex"})
        EXPECT_NE(section.find(said), std::string::npos) << said;
    const std::size_t sum = section.find(R"(Z_i = \sum_{j})"); // the figure has its letter
    ASSERT_NE(sum, std::string::npos);
    EXPECT_NE(section.find(R"(m_i = \max_{j})"), std::string::npos);
    EXPECT_LT(sum, section.find("{08-A}"));
    EXPECT_EQ(section.find("d_v"), std::string::npos) << "the notes have one width of heads";
}

/// The displayed formulas, without their numbers.
std::vector<std::string> displayed_formulas(const std::string& tex) {
    std::vector<std::string> formulas;
    constexpr std::string_view begin = "\\stepformula{";
    for (std::size_t at = tex.find(begin); at != std::string::npos; at = tex.find(begin, at + 1)) {
        const std::size_t first = tex.find("}{", at) + 2;
        int depth = 1;
        std::size_t end = first;
        for (; depth > 0; ++end)
            depth += tex[end] == '{' ? 1 : tex[end] == '}' ? -1 : 0;
        formulas.push_back(unbroken(tex.substr(first, end - 1 - first)));
    }
    return formulas;
}

TEST(LectureTex, ADeckHasEveryFormulaAndRemarkOfTheSection) {
    for (const auto& notation : shipped_notations()) {
        const NotationChoice choice(notation->name);
        Notation notation_as_read;
        notation_as_read.chosen = choice;
        const std::string section = section_of("who-and-where", choice);
        const std::string deck = deck_of("who-and-where", choice);
        const std::string unbroken_deck = unbroken(deck);
        const std::vector<std::string> formulas = displayed_formulas(section);
        EXPECT_GT(formulas.size(), 15U) << notation->name;
        for (const std::string& formula : formulas)
            EXPECT_NE(unbroken_deck.find(formula), std::string::npos) << notation->name << ": " << formula;
        for (const NoteFormula& formula : notation->formulas)
            if (const std::string says = words_in(formula.says, notation_as_read).tex().tex;
                !says.empty() && section.find(says) != std::string::npos)
                EXPECT_NE(deck.find(says), std::string::npos) << notation->name;
    }
}

TEST(LectureTex, HasNoFrameWithoutAPicture) {
    for (const char* const preset : {"who-and-where", "by-hand", "masks"})
        for (const auto& notation : shipped_notations())
            for (const std::string& frame : frames_of_deck(deck_of(preset, NotationChoice(notation->name)))) {
                const bool has_picture = frame.find("\\input{") != std::string::npos ||
                                         frame.find("\\includegraphics") != std::string::npos ||
                                         frame.find("\\begin{tikzpicture}") != std::string::npos;
                EXPECT_TRUE(has_picture) << preset << " " << notation->name << ": " << frame;
            }
}

TEST(LectureTex, SaysWhatOneTypesInTypewriter) {
    const std::string section = section_of("who-and-where", NotationChoice("sum"));
    for (const char* const code : {R"(\texttt{einsum(\textquotesingle{}nmki,ikM->nmM\textquotesingle{}, A, WO)})",
                                   R"(\texttt{for i in range(h): out += As[i] @ WOs[i]})"})
        EXPECT_NE(section.find(code), std::string::npos) << code;
}

TEST(LectureTex, NumbersTheFormulaByWhichACellIsWorkedOut) {
    for (const auto& notation : shipped_notations()) {
        const std::string section = section_of("who-and-where", NotationChoice(notation->name));
        std::size_t count = 0;
        for (std::size_t at = section.find("\\eqref{"); at != std::string::npos;
             at = section.find("\\eqref{", at + 1), ++count) {
            const std::string name = section.substr(at + 6, section.find('}', at) - at - 5);
            EXPECT_LT(section.find("\\stepformula" + name), at) << notation->name << name;
        }
        EXPECT_GE(count, 8U) << notation->name;
    }
    const std::string section = section_of("who-and-where", NotationChoice("Txd"));
    EXPECT_NE(section.find(R"(\stepformula{eq:who-and-where-txd:A}{\alpha_{ij}^{(h)} = \frac)"), std::string::npos)
        << "and not its sum, which is no cell's";
}

TEST(LectureTex, SaysWhatAMaskIs) {
    const std::string section = section_of("masks", NotationChoice("paper"));
    const std::size_t mask = section.find("\\subsection{Mask");
    ASSERT_NE(mask, std::string::npos);
    const std::string step = section.substr(mask, section.find("\\begin{stepfigure}", mask) - mask);
    EXPECT_NE(step.find(R"(\begin{matrix}-\infty & -\infty)"), std::string::npos) << step;
}

TEST(LectureTex, SumsARowOverItsKeys) {
    for (const char* const notation : {"d_h", "Txd", "default"}) {
        const std::string section = section_of("who-and-where", NotationChoice(notation));
        const std::size_t sum = section.find("\\sum_j");
        ASSERT_NE(sum, std::string::npos);
        const std::string line = section.substr(sum, section.find("1.000", sum) - sum);
        EXPECT_NE(line.find("i = 4"), std::string::npos) << notation << line;
        EXPECT_EQ(line.find("j = 1"), std::string::npos) << notation << line;
    }
}

TEST(LectureTex, WorksAnInnerProductOutWhereNoStepIsAboutIt) {
    for (const char* const notation : {"d_h", "nxd"})
        for (const std::string& text : {section_of("who-and-where", NotationChoice(notation)),
                                        deck_of("who-and-where", NotationChoice(notation))}) {
            std::string products = unbroken(text);
            for (const std::string_view sign : {"\\cdot", "\\times"})
                for (std::size_t at = products.find(sign); at != std::string::npos; at = products.find(sign, at))
                    products.replace(at, sign.size(), "*");
            const bool is_worked_out = products.find("=8*1+0*0+0*0+0*0=8") != std::string::npos;
            EXPECT_TRUE(is_worked_out) << notation;
            EXPECT_NE(text.find("-scores"), std::string::npos) << notation << ": its picture";
        }
}

TEST(LectureTex, TypeOnASlideIsAtLeastFourteenPointsOfAUsualSlide) {
    const Drawn drawn = Drawn::preset("who-and-where");
    const auto files = slide_deck(drawn.source(), {});
    ASSERT_TRUE(files);
    constexpr std::string_view fitted = "\\fitted{"; // followed by its width and its size
    std::size_t count = 0;
    for (const DocumentFile& file : *files)
        for (std::size_t at = file.bytes.find(fitted); at != std::string::npos;
             at = file.bytes.find(fitted, at + 1), ++count)
            EXPECT_GE(std::stof(file.bytes.substr(file.bytes.find("}{", at) + 2)), 14 * 16 / 33.87F - 0.05F)
                << file.name;
    EXPECT_GT(count, 100U);
}

TEST(LectureTex, SetsTheLastFormulaAndItsCellBesideThePicture) {
    for (const auto& [notation, cell] :
         {std::pair("paper", R"(\mathrm{MultiHead}_{4,5} =)"), std::pair("sum", R"(A_{i}W_{i}^{O})_{4,5} =)")}) {
        const std::string deck = deck_of("who-and-where", NotationChoice(notation));
        const std::size_t worked = deck.find(cell);
        ASSERT_NE(worked, std::string::npos);
        const std::size_t begin = deck.rfind("\\stepframes{", worked);
        ASSERT_NE(begin, std::string::npos) << notation;
        const std::string frame = deck.substr(begin, worked - begin);
        EXPECT_NE(frame.find("\\input{"), std::string::npos) << notation;
        EXPECT_NE(frame.find("\\stepformula{"), std::string::npos) << notation;
    }
}

TEST(LectureTex, BeginsWithTheFirstStepOfItsNotesUnlessAllAreAskedFor) {
    const std::string section = section_of("who-and-where", NotationChoice("d_h"));
    EXPECT_EQ(section.find("\\subsection{Embeddings"), std::string::npos);
    EXPECT_EQ(section.find("\\subsection{Positions"), std::string::npos);
    const Drawn drawn = Drawn::preset("who-and-where");
    FigureRequest shown;
    shown.steps = StepsShown::all;
    const auto files = lecture_notes(drawn.source(), shown);
    ASSERT_TRUE(files);
    EXPECT_NE(files->front().bytes.find("\\subsection{Embeddings"), std::string::npos);
}

TEST(LectureTex, LabelsTellNotationsApart) {
    const auto labels = [](const std::string& text) {
        std::set<std::string> all;
        for (const std::string_view label : {"{fig:", "{eq:", "{sec:"})
            for (std::size_t at = text.find(label); at != std::string::npos; at = text.find(label, at + 1))
                all.insert(text.substr(at, text.find('}', at) - at));
        return all;
    };
    std::set<std::string> all = labels(section_of("by-hand", NotationChoice("paper")));
    const std::size_t count = all.size();
    EXPECT_GT(count, 10U);
    std::set<std::string> others = labels(section_of("by-hand", NotationChoice("nxd")));
    const std::size_t both = count + others.size();
    all.merge(others);
    EXPECT_EQ(all.size(), both);
}

TEST(LectureTex, HasOneFractionForOneShare) {
    for (const auto& notation : shipped_notations()) {
        const std::string section = section_of("who-and-where", NotationChoice(notation->name));
        EXPECT_EQ(section.find("54.598"), std::string::npos) << notation->name;
        EXPECT_NE(section.find("1 / 2.037"), std::string::npos) << notation->name;
    }
}

TEST(LectureTex, ShowsTheSharesOfAllHeads) {
    const Drawn drawn = Drawn::preset("who-and-where");
    for (const bool is_deck : {false, true}) {
        const auto files = is_deck ? slide_deck(drawn.source(), {}) : lecture_notes(drawn.source(), {});
        ASSERT_TRUE(files);
        EXPECT_NE(files->front().bytes.find("{06-A-heads}"), std::string::npos);
        const DocumentFile* const heads = find_file(*files, "06-A-heads.tex");
        ASSERT_NE(heads, nullptr);
        EXPECT_NE(heads->bytes.find("0.25"), std::string::npos) << "row 1 of head 1, which finds nobody";
        EXPECT_NE(heads->bytes.find("0.49"), std::string::npos) << "row 4 of head 2";
    }
    FigureRequest one;
    one.head = 0;
    const auto files = lecture_notes(drawn.source(), one);
    ASSERT_TRUE(files);
    EXPECT_EQ(files->front().bytes.find("A-heads"), std::string::npos) << "one head was asked for";
}

TEST(LectureTex, SumsHeadsAsItsNotesDoWithAllNumbers) {
    const std::string section = section_of("who-and-where", NotationChoice("sum"));
    EXPECT_NE(section.find(R"(0\text{ (head 0)} + 0.491\text{ (head 1)} = 0.491$)"), std::string::npos);
    EXPECT_EQ(section.find("Numbers are left out"), std::string::npos);
}

TEST(LectureTex, MarksWordsThatReadEachOther) {
    EXPECT_NE(section_of("who-and-where", "paper").find("“a” reads “is”, rose\\textsubscript{4} reads “a”."),
              std::string::npos);
}

TEST(LectureTex, SaysWhatIsSoOfTheLayer) {
    const std::string paper = section_of("who-and-where", NotationChoice("paper"));
    EXPECT_EQ(paper.find("drawn at random and then trained"), std::string::npos) << "its heads were made by hand";
    EXPECT_EQ(paper.find(R"(d_{\mathrm{model}})"), std::string::npos) << "one letter in one section";
    const std::string nxd = section_of("who-and-where", NotationChoice("nxd"));
    EXPECT_EQ(nxd.find(R"(Z_{\mathrm{concat}})"), std::string::npos);
    EXPECT_NE(nxd.find(R"((Z_{concat})_{4,5} = z_{4,1}^{(2)} \approx 0.491)"), std::string::npos);
    EXPECT_EQ(section_of("who-and-where", NotationChoice("sum")).find("more keys, or fewer"), std::string::npos);
}

TEST(LectureTex, ExplainsOnceWhatTheLargestTermMakes) {
    const std::string several = section_of("by-hand", NotationChoice("paper"));
    const std::size_t first = several.find("of their magnitudes");
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(several.find("of their magnitudes", first + 1), std::string::npos);
    EXPECT_EQ(section_of("who-and-where", NotationChoice("paper")).find("of their magnitudes"), std::string::npos)
        << "a lone term makes all of a sum";
}

/// Cells of low rows are as wide as numbers, and not square.
TEST(LectureTex, AMatrixBesideFormulasIsLowAndHasItsNumbers) {
    const Drawn drawn = Drawn::json("{'version': 1, 'seed': 3, 'tokens': ['the', 'cat', 'sat', 'on', 'the', 'mat'],"
                                    " 'sizes': {'d_model': 6, 'heads': 2}}");
    const auto files = lecture_notes(drawn.source(), {});
    ASSERT_TRUE(files);
    for (const char* const name : {"01-X.tex", "02-Q.tex", "04-V.tex"}) {
        const DocumentFile* const figure = find_file(*files, name);
        ASSERT_NE(figure, nullptr) << name;
        const std::size_t height = figure->bytes.find(" x ") + 3;
        EXPECT_LE(std::stof(figure->bytes.substr(height)), 3.5F) << name << ": centimetres";
        EXPECT_EQ(figure->bytes.find("Numbers are left out"), std::string::npos) << name;
    }
}

TEST(LectureTex, NumbersInFiguresHaveTypeOfSixPointsOrMore) {
    const Drawn drawn = Drawn::json("{'version': 1, 'seed': 3, 'tokens': ['the', 'cat', 'sat', 'on', 'the', 'mat'],"
                                    " 'sizes': {'d_model': 6, 'heads': 2}}");
    const std::regex number(R"(\\fitted\{[0-9.]+\}\{([0-9.]+)\}\{[^}]*[0-9])");
    for (const auto write : {lecture_notes, slide_deck}) {
        const auto files = write(drawn.source(), {});
        ASSERT_TRUE(files);
        int numbers = 0;
        for (const DocumentFile& file : *files)
            for (std::sregex_iterator at(file.bytes.begin(), file.bytes.end(), number), end; at != end; ++at, ++numbers)
                EXPECT_GE(std::stof(at->str(1)), 5.99F) << file.name << ": " << at->str();
        EXPECT_GT(numbers, 100);
    }
}

TEST(LectureTex, ASlideSaysThatTheTermsOfASumHaveNoRoom) {
    const std::string session = "{{'version': 1, 'seed': 3, 'tokens': ['the', 'cat', 'sat', 'on', 'the', 'mat'],"
                                " 'sizes': {{'d_model': 6, 'heads': 1}}{}}}";
    const auto deck = [&](std::string_view more) {
        const Drawn drawn = Drawn::json(fmt::format(fmt::runtime(session), more));
        const auto files = slide_deck(drawn.source(), {});
        return files ? files->front().bytes : files.error().message;
    };
    constexpr std::string_view says = "term by term, has no room and is left out";
    EXPECT_EQ(deck("").find(says), std::string::npos);
    const std::string weights = "[[1, 0, 2, 1, 0, 3], [0, 1, 1, 2, 1, 1], [1, 1, 1, 0, 0, 1], [2, 0, 1, 1, 1, 0], "
                                "[0, 1, 0, 1, 0, 1], [1, 0, 0, 1, 2, 1]]";
    EXPECT_NE(deck(fmt::format(", 'heads': [{{'W_Q': {0}, 'W_K': {0}, 'W_V': {0}, 'W_O': {0}, "
                               "'b_Q': [0.5, 0.25, 1, 1.5, 2, 1]}}]",
                               weights))
                  .find(says),
              std::string::npos);
}

/// TeX's letters may be wider than those that the figure was laid out with.
TEST(LectureTex, EachNameBesideAColourBarHasRoomForTeXsLetters) {
    FigureRequest request;
    request.array = ArrayId::scores;
    request.kind = PictureId::product.name;
    const Drawn drawn = Drawn::preset("who-and-where");
    const auto figure = lay_out(request, drawn.source());
    ASSERT_TRUE(figure);
    const auto tex = tex_picture(*figure, typesetter());
    ASSERT_TRUE(tex);
    const std::string text = tex->text();
    const std::regex first(R"(\\fitted\{([0-9.]+)\}\{[0-9.]+\}\{\$\\displaystyle Q\^\{\(2\)\}\{,\}\$)");
    std::smatch found;
    ASSERT_TRUE(std::regex_search(text, found, first)) << text;
    EXPECT_GE(std::stof(found.str(1)), 19) << "14 in the letters of the window";
}

TEST(Handout, SaysInEachSectionWhatItsNumberMeans) {
    const Drawn drawn = Drawn::preset("by-hand");
    const auto page = handout(drawn.source(), {});
    ASSERT_TRUE(page);
    const std::size_t first = page->find("of their magnitudes");
    ASSERT_NE(first, std::string::npos);
    EXPECT_NE(page->find("of their magnitudes", first + 1), std::string::npos) << "a page may be read alone";
}

TEST(LectureTex, SaysWhatTheNotesTakeForGrantedAndIsNotSo) {
    const Drawn drawn = Drawn::preset("by-hand"); // its values are narrower than its keys
    FigureRequest shown;
    shown.notation = "d_h";
    const auto files = lecture_notes(drawn.source(), shown);
    ASSERT_TRUE(files);
    EXPECT_NE(with_sentences(*files).find("not so here: keys have width 4 and values 2."), std::string::npos);
}

TEST(LectureTex, NamesACellAsItsFormulaDoes) {
    const std::string section = section_of("by-hand", NotationChoice("d_h"));
    for (const char* const said : {R"(One cell of $S^{(1)}$ (head 1 of 2), hot)", R"($\mathrm{score}(3,1) =)",
                                   "$A_{(3,1)} =", R"(One cell of $\mathrm{MHA}(X)$, hot)"})
        EXPECT_NE(section.find(said), std::string::npos) << said;
}

TEST(LectureTex, SaysHowScoresAreScaledWhereNoStepIsAboutIt) {
    const std::string section = section_of("who-and-where", NotationChoice("paper"));
    EXPECT_NE(section.find(R"(\tilde{s}_{4,1} = 8 \cdot 0.5 = 4)"), std::string::npos);
}

TEST(LectureTex, BuildsNothingUpOfNumbersThatHaveNoRoom) {
    const Drawn drawn = Drawn::preset("why-scale");
    const auto files = slide_deck(drawn.source(), {});
    ASSERT_TRUE(files);
    const std::string& deck = files->front().bytes;
    EXPECT_EQ(deck.find("02-Q-1"), std::string::npos) << "two pictures of another layout";
    EXPECT_NE(deck.find("{02-Q}"), std::string::npos);
    // A product whose numbers have no room beside words is not built up there; its matrix, which has room, is shown
    // instead.
    EXPECT_NE(deck.find("?}{\\input{04-V}}{}{"), std::string::npos);
    EXPECT_EQ(deck.find("04-V-1"), std::string::npos);
    const DocumentFile* const values = find_file(*files, "04-V.tex");
    ASSERT_NE(values, nullptr);
    EXPECT_EQ(values->bytes.find("Numbers are left out"), std::string::npos);
}

TEST(LectureTex, NamesItsPdfInPlainLetters) {
    const Drawn drawn = Drawn::preset("who-and-where");
    const auto files = slide_deck(drawn.source(), {});
    ASSERT_TRUE(files);
    EXPECT_NE(files->front().bytes.find("\\texorpdfstring{Which words does rose\\textsubscript{4} read?}"
                                        "{Which words does rose read?}"),
              std::string::npos);
}

TEST(LectureTex, LeavesFormulasOfTheNotesOutWhereTheLayerDoesOtherwise) {
    const std::string section = section_of("masks", NotationChoice("Txd"));
    EXPECT_EQ(section.find(R"(\sum_{k=1}^{T}\exp(\mathrm{score})"), std::string::npos);
    EXPECT_NE(section.find("+ M"), std::string::npos);
}

TEST(LectureTex, IsTheSameFromRunToRun) {
    const Drawn drawn = Drawn::preset("by-hand");
    const auto first = lecture_notes(drawn.source(), {});
    const auto again = lecture_notes(drawn.source(), {});
    ASSERT_TRUE(first);
    ASSERT_TRUE(again);
    ASSERT_EQ(first->size(), again->size());
    for (std::size_t i = 0; i < first->size(); ++i)
        EXPECT_EQ(first->at(i).bytes, again->at(i).bytes) << first->at(i).name;
}

TEST(LectureTex, WorksOutTheQueryAndTheKeyThatAreChosen) {
    const Drawn drawn = Drawn::preset("by-hand");
    FigureRequest shown;
    shown.row = 2;
    shown.column = 1;
    const auto files = lecture_notes(drawn.source(), shown);
    ASSERT_TRUE(files);
    EXPECT_NE(files->front().bytes.find("$a_{3,2} ="), std::string::npos);
    EXPECT_EQ(files->front().bytes.find("$a_{1,1} ="), std::string::npos);
}

TEST(LectureTex, ShowsWordsThatPdfTexCannotSetAsPictures) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['мир', '数据'], 'sizes': {'d_model': 4, 'heads': 1}}");
    const auto files = lecture_notes(drawn.source(), {});
    ASSERT_TRUE(files);
    EXPECT_NE(find_file(*files, "01-X.pdf"), nullptr);
    EXPECT_NE(files->front().bytes.find("\\includegraphics"), std::string::npos);
}

TEST(Storyboard, HasNoPageTwice) {
    const Drawn drawn = Drawn::preset("by-hand");
    TourChoice choice;
    choice.shown.steps = StepsShown::all;
    const FigureSource source = drawn.source();
    const auto all = tour(source, choice);
    ASSERT_TRUE(all);
    std::vector<int> levels;
    for (const Step& step : all->steps)
        if (step.revealed.reveal)
            levels.push_back(step.revealed.reveal->level);
    EXPECT_EQ(levels, (std::vector{1, 3, 4}));
}

} // namespace
} // namespace attn::test
