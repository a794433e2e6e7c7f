// Files for LaTeX, compiled by LaTeX: figures of every kind in an article and on slides, notes, and slides.

#include "core/document/sources/presets.h"
#include "core/engine/engine.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/handouts/followed_cells.h"
#include "core/handouts/worked_cell.h"
#include "tests/app/process.h"
#include "tests/core/figure/fonts.h"
#include "tests/folders.h"
#include "tests/temporary_folder.h"
#include "tests/thoroughness.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <span>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace attn {
namespace {

class LectureTex : public testing::Test {
protected:
    void SetUp() override {
        for (const char* const engine : engines)
            if (!is_installed(engine))
                GTEST_SKIP() << engine << " is not installed";
    }

    Finished program(const std::string& words) const {
        std::istringstream stream(words);
        std::vector<std::string> all{program_file()};
        all.insert(all.end(), std::istream_iterator<std::string>(stream), {});
        return run(all, {}, folder_.path());
    }

    std::string text_of(const std::filesystem::path& file) const {
        std::ostringstream text;
        text << std::ifstream(folder_ / file.string()).rdbuf();
        return text.str();
    }

    /// Success if LaTeX finds no error, no missing letter, and nothing wider or higher than its page allows.
    testing::AssertionResult is_set(const std::string& engine, const std::string& folder,
                                    const std::string& name) const {
        const Finished set =
            run({engine, "-interaction=nonstopmode", "-halt-on-error", name}, {}, (folder_ / folder).string());
        const std::string& log = set.output;
        for (const char* const wrong :
             {"Overfull \\hbox", "Overfull \\vbox", "Missing character", "multiply defined", "Undefined"})
            if (const std::size_t at = log.find(wrong); at != std::string::npos)
                return testing::AssertionFailure() << engine << " " << name << ": " << log.substr(at, 400);
        if (set.status != 0)
            return testing::AssertionFailure()
                   << engine << " " << name << ": " << log.substr(log.size() - std::min<std::size_t>(log.size(), 1200));
        return testing::AssertionSuccess();
    }

    static constexpr std::array engines{"lualatex", "pdflatex"};
    /// The engines to try; by day only the second, which takes half as long.
    static std::span<const char* const> engines_tried() { return std::span(engines).last(is_at_night() ? 2 : 1); }
    TemporaryFolder folder_;
};

/// The source of a figure of this kind: a preset about which it has something to tell.
std::string source_of(std::string_view kind) {
    if (kind == "items")
        return "--preset masks";
    if (kind == "readout")
        return "--preset eight-heads";
    if (kind == "model" || kind == "neurons")
        return "--preset english";
    return "--preset who-and-where";
}

/// Other options that the kind needs.
std::string options_of(std::string_view kind) {
    if (kind == "change" || kind == "before-after")
        return " --stage A --baseline warmer.json";
    if (kind == "table")
        return " --stage A";
    // All sections together are longer than a page.
    return kind == "notes" || kind == "legend" ? " --section A" : "";
}

/// The type size, in points, of a figure as large as half of a slide.
float font_size_of(std::string_view kind) {
    if (kind == "spectrum" || kind == "model")
        return 5;
    constexpr std::array<std::string_view, 4> dense{"token", "shapes", "one-head", "einsum"};
    return std::ranges::find(dense, kind) != dense.end() ? 6 : 6.6F;
}

/// The width of a figure in centimetres; names side by side take more room than numbers.
int width_of(std::string_view kind) {
    return kind == "legend" || kind == "notations" || kind == "model" ? 14 : 12;
}

/// By day each kind is tried in one of three notations, at night in all of them.
TEST_F(LectureTex, FiguresOfEveryKindStandInAnArticleAndOnSlides) {
    const bool all = is_at_night();
    constexpr std::array notations{"paper", "Txd", "nxd"};
    ASSERT_EQ(program("new --preset who-and-where -o warmer.json").status, 0);
    std::string warmer = text_of("warmer.json");
    warmer.insert(warmer.find('{') + 1, "\"temperature\": 2,");
    std::ofstream(folder_ / "warmer.json") << warmer;
    std::string list;
    std::size_t turn = 0;
    for (const FigureKind& row : figure_kinds()) {
        const std::string kind(row.name);
        if (kind == "patching") // has no symbols, and needs another text
            continue;
        for (std::size_t i = 0; i < notations.size(); ++i) {
            if (!all && i != turn % notations.size())
                continue;
            const std::string name = kind + "-" + notations.at(i);
            const std::string asked = fmt::format("figure {} --kind {} --notation {}{} --no-title --no-caption",
                                                  source_of(kind), kind, notations.at(i), options_of(kind));
            const Finished drawn = program(fmt::format("{} --width {}cm -o {}.tex", asked, width_of(kind), name));
            ASSERT_EQ(drawn.status, 0) << name << drawn.errors;
            const Finished on_slide = program(fmt::format("{} --width 13.9cm --height 6.9cm --font-size {} "
                                                          "-o slide-{}.tex",
                                                          asked, font_size_of(kind), name));
            ASSERT_EQ(on_slide.status, 0) << name << on_slide.errors;
            const std::string tex = text_of(name + ".tex");
            EXPECT_NE(tex.find("% To \\input, with pdflatex or lualatex"), std::string::npos) << name;
            for (const char* const lasting : {"\\newcommand", "\\gdef", "\\setcounter"})
                EXPECT_EQ(tex.find(lasting), std::string::npos) << name << lasting;
            list += fmt::format("\\kind{{{}}}\n", name);
        }
        ++turn;
    }
    std::ofstream(folder_ / "every-kind.tex") << list;
    for (const char* const document : {"article", "deck"}) {
        std::filesystem::copy_file(source_folder() / fmt::format("tests/data/tex/{}.tex", document),
                                   folder_ / (std::string(document) + ".tex"));
        for (const char* const engine : engines_tried())
            EXPECT_TRUE(is_set(engine, "", document));
    }
}

/// The words and numbers of a PDF, in reading order.
std::string words_of(const std::filesystem::path& pdf) {
    return run({"pdftotext", "-layout", pdf.string(), "-"}).output;
}

class LectureTexOfPreset : public LectureTex, public testing::WithParamInterface<std::size_t> {
protected:
    static constexpr std::array presets{"who-and-where", "by-hand",        "red-fox",     "masks",
                                        "induction",     "why-scale",      "eight-heads", "four-letters",
                                        "random-heads",  "bright-but-mute"};
    static constexpr std::array notations{"paper", "Txd", "nxd", "d_h", "sum", "illustrated", "default"};
};

/// Expects the titles of all steps, the worked numbers, and all results of products, which tell one preset's text from
/// another's.
void expect_what_the_trace_says(const std::string& text, const FigureSource& source, const FigureRequest& shown) {
    const auto steps = followed_cells(source, shown);
    ASSERT_TRUE(steps);
    std::istringstream stream(text);
    const std::multiset<std::string> words(std::istream_iterator<std::string>(stream), {});
    const auto stands = [&](const std::string& number) {
        return std::ranges::any_of(words,
                                   [&](const std::string& word) { return word.find(number) != std::string::npos; });
    };
    for (const FigureRequest& step : *steps) {
        const CellId cell = cell_of(step);
        const FigureContext context(step, source, cell);
        const DrawContext& drawing = context.drawing();
        const std::string name(array_name(cell.array));
        std::istringstream title(array_title(drawing.session, cell.array).letters());
        for (std::string word; title >> word;)
            if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:?,") == std::string::npos)
                EXPECT_TRUE(stands(word)) << name << ": " << word;
        EXPECT_TRUE(stands(by_hand(source.trace.value(cell), 3)))
            << name << ": " << by_hand(source.trace.value(cell), 3);
        const Matrix matrix = source.trace.matrix({0, cell.array, cell.item, cell.head});
        constexpr Index most_with_room = 16; // slides may leave out the numbers of larger matrices
        if (shown_picture(drawing) != PictureId::product || matrix.rows() * matrix.columns() > most_with_room)
            continue;
        for (Index i = 0; i < matrix.rows(); ++i)
            for (Index j = 0; j < matrix.columns(); ++j)
                EXPECT_TRUE(stands(fixed_number(matrix(i, j), 2))) << name << ": " << fixed_number(matrix(i, j), 2);
    }
}

TEST_P(LectureTexOfPreset, NotesAndSlidesAreSetAndSayWhatItsTraceSays) {
    const std::string preset = presets.at(GetParam());
    const std::string notation = notations.at(GetParam() % notations.size());
    std::vector<std::pair<std::string, std::string>> documents;
    ASSERT_EQ(program(fmt::format("notes --preset {} --notation {} -o notes", preset, notation)).status, 0);
    documents.emplace_back("notes", "section");
    ASSERT_EQ(program(fmt::format("slides --preset {} --notation {} -o slides", preset, notation)).status, 0);
    documents.emplace_back("slides", "deck");
    // With one page for each frame, the steps of a figure have one size.
    std::string deck = text_of("slides/deck.tex");
    const std::string_view options = "[aspectratio=169,10pt]";
    ASSERT_NE(deck.find(options), std::string::npos);
    deck.replace(deck.find(options), options.size(), "[aspectratio=169,10pt,handout]");
    std::ofstream(folder_ / "slides" / "deck.tex") << deck;
    for (const char* const engine : engines) // the last one's output is read below
        for (const auto& [folder, name] : documents)
            ASSERT_TRUE(is_set(engine, folder, name));
    auto session = load_preset(assets_folder(), preset);
    ASSERT_TRUE(session);
    Engine numbers;
    FigureRequest shown;
    shown.notation = notation;
    const FigureSource source{*session, numbers.compute(session->layer()), typesetter()};
    for (const auto& [folder, name] : documents)
        expect_what_the_trace_says(words_of(folder_ / folder / (name + ".pdf")), source, shown);
}

TEST(LectureTexOfPresets, HaveEachPreset) {
    const auto there = list_presets(assets_folder());
    ASSERT_TRUE(there);
    EXPECT_EQ(there->size(), 10U) << "a new one is to stand in the list above";
}

INSTANTIATE_TEST_SUITE_P(AllAtNight, LectureTexOfPreset, testing::Range<std::size_t>(0, 10));

TEST_F(LectureTex, NotesAndSlidesAreSetAsTheyCome) {
    ASSERT_EQ(program("notes --preset by-hand --notation paper -o notes").status, 0);
    ASSERT_EQ(program("slides --preset who-and-where --notation Txd --head 2 -o slides").status, 0);
    for (const char* const engine : engines_tried()) {
        EXPECT_TRUE(is_set(engine, "notes", "section"));
        EXPECT_TRUE(is_set(engine, "slides", "deck"));
    }
    std::string text = run({"pdftotext", "-layout", "section.pdf", "-"}, {}, (folder_ / "notes").string()).output;
    for (const char* const words :
         {"Scores: how well does each query match each key?", "0.665", "0.212", "tea", "hot", "Figure 9"})
        EXPECT_NE(text.find(words), std::string::npos) << words;
    EXPECT_EQ(text.find("W_"), std::string::npos) << text;
}

/// Tests in which LaTeX takes long: documents of all presets and notations, and within other documents.
class LectureTexAtNight : public LectureTex {};

/// The position of the last line of text on each page, in points from the top, without the page number.
std::vector<float> ends_of_pages(const std::string& boxes) {
    std::vector<float> ends;
    constexpr float folio = 770; // y of the page's number, in points; the page has 842
    for (std::size_t at = 0; (at = boxes.find("<page ", at)) != std::string::npos; ++at) {
        const std::string page = boxes.substr(at, boxes.find("</page>", at) - at);
        float end = 0;
        for (std::size_t word = 0; (word = page.find("yMax=\"", word)) != std::string::npos; ++word)
            if (const float bottom = std::stof(page.substr(word + 6)); bottom < folio)
                end = std::max(end, bottom);
        ends.push_back(end);
    }
    return ends;
}

TEST_F(LectureTexAtNight, PagesOfASectionAreFull) {
    constexpr float top = 63; // points, in LaTeX's article with the section's longer pages
    constexpr float height = 705;
    std::size_t pages = 0;
    for (const char* const notation : {"d_h", "paper", "Txd", "nxd", "sum"}) {
        const std::string folder = std::string("notes-") + notation;
        ASSERT_EQ(program(fmt::format("notes --preset who-and-where --notation {} -o {}", notation, folder)).status, 0);
        ASSERT_TRUE(is_set("pdflatex", folder, "section"));
        const std::vector<float> ends =
            ends_of_pages(run({"pdftotext", "-bbox", (folder_ / folder / "section.pdf").string(), "-"}).output);
        ASSERT_GT(ends.size(), 4U);
        for (std::size_t i = 0; i + 1 < ends.size(); ++i)
            EXPECT_GE((ends[i] - top) / height, 0.6F) << notation << ", page " << i + 1;
        pages += ends.size();
    }
    EXPECT_LE(pages, 44U); // a step's formulas stay with its words
}

TEST_F(LectureTexAtNight, SectionsInTwoNotationsStandInOneArticle) {
    ASSERT_EQ(program("notes --preset by-hand --notation paper -o one").status, 0);
    ASSERT_EQ(program("notes --preset by-hand --notation sum -o two").status, 0);
    std::ofstream(folder_ / "both.tex") << "\\documentclass{article}\n\\usepackage{amsmath,amssymb,tikz,import}\n"
                                           "\\begin{document}\n\\subimport{one/}{section}\n"
                                           "\\subimport{two/}{section}\n\\end{document}\n";
    EXPECT_TRUE(is_set("pdflatex", "", "both"));
}

TEST_F(LectureTexAtNight, ASheetAndItsKeyAreSetInTeX) {
    ASSERT_EQ(program("worksheet --notation paper -o sheet.tex --key key.tex").status, 0);
    ASSERT_EQ(program("worksheet --notation paper -o sheet-as.pdf --key key-as.pdf").status, 0);
    for (const std::string name : {"sheet", "key"}) {
        ASSERT_TRUE(is_set("pdflatex", "", name));
        const std::string info = run({"pdfinfo", (folder_ / (name + ".pdf")).string()}).output;
        EXPECT_NE(info.find("(A4)"), std::string::npos) << info;
        const auto pages = [](const std::string& of) { return of.substr(of.find("Pages:"), 20); };
        EXPECT_EQ(pages(info), pages(run({"pdfinfo", (folder_ / (name + "-as.pdf")).string()}).output));
    }
    const std::string key = words_of(folder_ / "key.pdf");
    EXPECT_NE(key.find("0.665"), std::string::npos); // an attention weight of tea
    // A teacher finds the words as text.
    EXPECT_NE(text_of("sheet.tex").find("Fill the empty cells."), std::string::npos);
    EXPECT_NE(program("worksheet -o sheet.docx").status, 0);
}

TEST_F(LectureTexAtNight, AFigureIsAsWideAsTeXSaysThatAColumnIs) {
    ASSERT_EQ(
        program("figure --preset who-and-where --kind heads --stage A --width 221pt --font-size 7 -o heads.tex").status,
        0);
    std::ofstream(folder_ / "columns.tex")
        << "\\documentclass[twocolumn]{article}\n\\usepackage{amsmath,amssymb,tikz}\n"
           "\\begin{document}\n\\noindent\\input{heads}\n\\end{document}\n";
    EXPECT_TRUE(is_set("pdflatex", "", "columns"));
}

TEST_F(LectureTexAtNight, AFigureForASlideIsAsWideAsAFrame) {
    ASSERT_EQ(program("figure --preset who-and-where --stage scores --kind product --fit slide -o product.tex").status,
              0);
    ASSERT_EQ(program("figure --preset masks --stage A --kind heads --fit slide -o heads.tex").status, 0);
    std::ofstream(folder_ / "talk.tex")
        << "\\documentclass[aspectratio=169]{beamer}\n\\usepackage{amsmath}\n\\usepackage{amssymb}\n"
           "\\usepackage{tikz}\n\\begin{document}\n"
           "\\begin{frame}{Scores}\\centering\\input{product}\\end{frame}\n"
           "\\begin{frame}{Heads}\\centering\\input{heads}\\end{frame}\n\\end{document}\n";
    for (const char* const engine : engines)
        EXPECT_TRUE(is_set(engine, "", "talk"));
}

/// Figures included without a size, as TeX and as PDF: they fit an article or a beamer frame.
TEST_F(LectureTexAtNight, FiguresForAnArticleOrABeamerFrameStandThereWithoutAWidth) {
    constexpr std::array asked{"who-and-where --stage scores --kind product", "eight-heads --stage A --kind heads",
                               "who-and-where --stage O --kind values", "masks --stage A --kind softmax"};
    std::string article = "\\documentclass{article}\n";
    std::string beamer = "\\documentclass[aspectratio=169]{beamer}\n";
    for (std::string* const document : {&article, &beamer})
        *document += "\\usepackage{amsmath,amssymb,tikz}\n\\begin{document}\n";
    for (std::size_t i = 0; i < asked.size(); ++i)
        for (const std::string fit : {"article", "beamer"})
            for (const std::string ending : {"tex", "pdf"}) {
                const std::string name = fmt::format("{}-{}-{}", fit, i, ending);
                const Finished drawn =
                    program(fmt::format("figure --preset {} --fit {} -o {}.{}", asked.at(i), fit, name, ending));
                ASSERT_EQ(drawn.status, 0) << asked.at(i) << drawn.errors;
                const std::string set = fmt::format("\\{}{{{}}}", ending == "tex" ? "input" : "includegraphics", name);
                if (fit == "article")
                    article += "\n\\noindent" + set + "\n";
                else
                    beamer += "\\begin{frame}{A title}\\centering" + set + "\\end{frame}\n";
            }
    std::ofstream(folder_ / "article.tex") << article << "\\end{document}\n";
    std::ofstream(folder_ / "beamer.tex") << beamer << "\\end{document}\n";
    for (const char* const document : {"article", "beamer"})
        EXPECT_TRUE(is_set("pdflatex", "", document));
    const std::string size = run({"pdfinfo", (folder_ / "article-1-pdf.pdf").string()}).output;
    EXPECT_NE(size.find("Page size:       343.7"), std::string::npos) << "345 points of TeX: " << size;
}

TEST_F(LectureTexAtNight, ASectionStandsInAnArticleOfSomebodyElse) {
    ASSERT_EQ(program("notes --preset masks --notation nxd -o notes").status, 0);
    std::ofstream(folder_ / "notes" / "mine.tex")
        << "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage{amssymb}\n\\usepackage{tikz}\n"
           "\\begin{document}\nMine before.\n\\input{section}\nMine behind.\n\\end{document}\n";
    ASSERT_TRUE(is_set("pdflatex", "notes", "mine"));
    const std::string text = run({"pdftotext", "mine.pdf", "-"}, {}, (folder_ / "notes").string()).output;
    ASSERT_NE(text.find("Mine behind"), std::string::npos);
    EXPECT_LT(text.find("\nFigure 2:"), text.find("Keys: by what")) << "beside its words";
}

/// A page in grey, with 20 dots per inch.
struct GreyPage {
    int width = 0;
    int height = 0;
    std::string dots;

    /// The lowest ink above the page's number, as a share of the page's height.
    double lowest_ink() const {
        constexpr double foot = 0.87;
        for (int row = static_cast<int>(height * foot); row > 0; --row)
            for (int column = 0; column < width; ++column)
                if (static_cast<unsigned char>(dots[static_cast<std::size_t>(row * width + column)]) < 200)
                    return static_cast<double>(row) / height;
        return 0;
    }
};

GreyPage read_grey_page(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    GreyPage page;
    std::string format;
    int white = 0;
    stream >> format >> page.width >> page.height >> white;
    stream.get();
    page.dots.resize(static_cast<std::size_t>(page.width) * static_cast<std::size_t>(page.height));
    stream.read(page.dots.data(), static_cast<std::streamsize>(page.dots.size()));
    return page;
}

std::vector<GreyPage> pages_of_pdf(const std::filesystem::path& folder, const std::string& name) {
    std::filesystem::remove_all(folder / "pages");
    std::filesystem::create_directory(folder / "pages");
    run({"pdftoppm", "-r", "20", "-gray", name + ".pdf", "pages/page"}, {}, folder.string());
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "pages"))
        files.insert(entry.path());
    std::vector<GreyPage> pages;
    for (const std::filesystem::path& file : files)
        pages.push_back(read_grey_page(file));
    return pages;
}

/// The notes compile alone and in three articles, each run twice for its references.
TEST_F(LectureTex, NotesOfSixWordsFillFewPages) {
    std::ofstream(folder_ / "six.json") << R"({"version": 1, "title": "Six words", "seed": 3,
        "tokens": ["the", "cat", "sat", "on", "the", "mat"], "sizes": {"d_model": 6, "heads": 2}})";
    ASSERT_EQ(program("notes six.json --notation paper -o notes").status, 0);
    constexpr std::array hosts{std::tuple("section", "", 4U), std::tuple("ten", "[10pt,a4paper]{article}", 4U),
                               std::tuple("eleven", "[11pt,a4paper]{article}", 4U),
                               std::tuple("koma", "[11pt]{scrartcl}", 4U),
                               std::tuple("columns", "[twocolumn,a4paper]{article}", 4U)};
    for (const auto& [name, document_class, most_pages] : hosts) {
        if (name != std::string_view("section"))
            std::ofstream(folder_ / "notes" / fmt::format("{}.tex", name))
                << "\\documentclass" << document_class
                << "\n\\usepackage{amsmath,amssymb,tikz}\n\\begin{document}\n\\input{section}\n\\end{document}\n";
        ASSERT_TRUE(is_set("pdflatex", "notes", name));
        ASSERT_TRUE(is_set("pdflatex", "notes", name));
        const std::vector<GreyPage> pages = pages_of_pdf(folder_ / "notes", name);
        EXPECT_LE(pages.size(), most_pages) << name;
        for (std::size_t i = 0; i + 1 < pages.size(); ++i)
            EXPECT_GE(pages[i].lowest_ink(), 0.5) << name << ", page " << i + 1 << " of " << pages.size();
    }
}

TEST_F(LectureTex, SentencesThatSomebodyChangedAreKept) {
    ASSERT_EQ(program("notes --preset by-hand -o notes").status, 0);
    const std::string own = "\\sentence{sequence}{Mine.}\n";
    std::ofstream(folder_ / "notes" / "sentences.tex") << own;
    const Finished again = program("notes --preset by-hand --notation paper -o notes");
    ASSERT_EQ(again.status, 0) << again.errors;
    EXPECT_EQ(text_of("notes/sentences.tex"), own);
    EXPECT_NE(text_of("notes/sentences.tex.new").find("\\sentence{sequence}{"), std::string::npos);
    EXPECT_TRUE(is_set("pdflatex", "notes", "section")) << "sentences that are missing say nothing";
}

/// Lines of an article lead to cells and labels in figures of two heads and of one.
TEST_F(LectureTex, CellsOfAFigureAreNodesThatAnArticleDrawsLinesTo) {
    ASSERT_EQ(program("figure --preset who-and-where --stage A --head 1 -o one.tex").status, 0);
    ASSERT_EQ(program("figure --preset who-and-where --stage A --kind heads --width 12cm -o two.tex").status, 0);
    ASSERT_EQ(program("figure --preset who-and-where --stage Q --kind product --width 12cm -o product.tex").status, 0);
    const auto article = [&](const std::string& name, const std::string& figure, const std::string& lines) {
        std::ofstream(folder_ / (name + ".tex"))
            << "\\documentclass{article}\n\\usepackage{amsmath,amssymb,tikz}\n\\tikzset{every node/.style={draw}}\n"
               "\\begin{document}\nSee \\tikz[remember picture]\\node (word) {here};.\n\n\\noindent\\input{"
            << figure << "}\n\\begin{tikzpicture}[remember picture,overlay]\n"
            << lines << "\\end{tikzpicture}\n\\end{document}\n";
        return is_set("pdflatex", "", name);
    };
    EXPECT_TRUE(article("of-one", "one",
                        "\\draw (A-4-3) -- (word);\n\\draw (A-1-4-3.north) -- (A-column-3);\n"
                        "\\draw[->] (A-row-4.west) -- (A-4-1.west);\n"));
    EXPECT_TRUE(article("of-two", "two", "\\draw (A-2-4-3) to[bend left] (A-1-4-3);\n"));
    EXPECT_FALSE(article("unnamed", "two", "\\draw (A-4-3) -- (word);\n")) << "of which head is not said";
    EXPECT_TRUE(article("of-product", "product", "\\draw (X-4-3) -- (W_Q-3-1) -- (Q-4-1) -- (X-row-4);\n"));
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

/// The scenes come from the file of a lecture, and from the one with which a lecturer begins.
TEST_F(LectureTex, SlidesOfALectureHaveItsScenesAndCompile) {
    ASSERT_EQ(program("lesson new --lecture --preset who-and-where -o mine.json").status, 0);
    const std::string shipped = (assets_folder() / "lessons" / "lecture-five-notes.json").string();
    for (const auto& [name, lecture, scenes] :
         {std::tuple("own", std::string("mine.json"), 3U), std::tuple("shipped", shipped, 12U)}) {
        const Finished made = program(fmt::format("slides {} --notation paper -o {}", lecture, name));
        ASSERT_EQ(made.status, 0) << made.errors;
        const std::string deck = text_of(fmt::format("{}/deck.tex", name));
        EXPECT_EQ(count_of(deck, "\\begin{frame}"), scenes + 1) << name;
        EXPECT_NE(deck.find("\\uncover<2-|handout:1>"), std::string::npos) << "an answer comes after its question";
        EXPECT_NE(deck.find("\\note{"), std::string::npos);
        for (const char* const engine : engines_tried())
            EXPECT_TRUE(is_set(engine, name, "deck.tex"));
    }
    EXPECT_NE(text_of("shipped/deck.tex").find("What has it learnt to do?"), std::string::npos);
    const Finished refused = program("slides mine.json --head 2 -o refused");
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.errors.find("scenes say themselves what they show"), std::string::npos) << refused.errors;
    EXPECT_NE(program("notes mine.json -o notes").errors.find("slides, a handout or a storyboard"), std::string::npos);
}

} // namespace
} // namespace attn
