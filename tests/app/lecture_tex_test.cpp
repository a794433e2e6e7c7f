// What leaves for LaTeX, set by LaTeX: figures of every kind in an article and on slides, notes and slides as they
// come.

#include "tests/app/process.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

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
        std::vector<std::string> all{ATTN_PROGRAM};
        all.insert(all.end(), std::istream_iterator<std::string>(stream), {});
        return run(all, {}, folder_.path());
    }

    std::string text_of(const std::filesystem::path& file) const {
        std::ostringstream text;
        text << std::ifstream(folder_ / file.string()).rdbuf();
        return text.str();
    }

    /// Without an error, a letter that is missing, or anything wider or higher than its page has room for.
    testing::AssertionResult is_set(const std::string& engine, const std::string& folder,
                                    const std::string& name) const {
        const Finished set =
            run({engine, "-interaction=nonstopmode", "-halt-on-error", name}, {}, (folder_ / folder).string());
        const std::string& log = set.output;
        for (const char* const wrong : {"Overfull \\hbox", "Missing character", "multiply defined", "Undefined"})
            if (const std::size_t at = log.find(wrong); at != std::string::npos)
                return testing::AssertionFailure() << engine << " " << name << ": " << log.substr(at, 400);
        if (set.status != 0)
            return testing::AssertionFailure()
                   << engine << " " << name << ": " << log.substr(log.size() - std::min<std::size_t>(log.size(), 1200));
        return testing::AssertionSuccess();
    }

    static constexpr std::array engines{"pdflatex", "lualatex"};
    TemporaryFolder folder_;
};

TEST_F(LectureTex, FiguresOfEveryKindStandInAnArticleAndOnSlides) {
    const bool all = std::getenv("ATTN_NIGHTLY") != nullptr; // NOLINT(concurrency-mt-unsafe): nobody sets it
    constexpr std::array notations{"paper", "Txd", "nxd"};
    std::string list;
    std::size_t turn = 0;
    for (const std::string kind : {"heatmap",    "product",       "softmax",    "heads",
                                   "items",      "spread",        "token",      "lines",
                                   "pipeline",   "sum",           "shapes",     "legend",
                                   "notes",      "inner-product", "linear-map", "saturation",
                                   "spectrum",   "bilinear",      "writing",    "fused",
                                   "subspaces",  "projection",    "readout",    "joined",
                                   "equation",   "values",        "parts",      "differences",
                                   "wrong-axis", "one-head",      "einsum",     "conditional-probability"}) {
        for (std::size_t i = 0; i < notations.size(); ++i) {
            if (!all && i != turn % notations.size()) // each kind in one of them
                continue;
            const std::string preset = kind == "items" ? "masks" : kind == "readout" ? "eight-heads" : "who-and-where";
            const std::string name = kind + "-" + notations.at(i);
            const Finished drawn = program(
                fmt::format("figure --preset {} --kind {} --notation {} --width {}cm --no-title --no-caption -o "
                            "{}.tex",
                            preset, kind, notations.at(i), kind == "legend" ? "14" : "12", name));
            ASSERT_EQ(drawn.status, 0) << name << drawn.errors;
            const std::string tex = text_of(name + ".tex");
            EXPECT_NE(tex.find("% To \\input, with pdflatex or lualatex"), std::string::npos) << name;
            EXPECT_EQ(tex.find("\\newcommand"), std::string::npos) << name;
            list += fmt::format("\\kind{{{}}}\n", name);
        }
        ++turn;
    }
    std::ofstream(folder_ / "every-kind.tex") << list;
    for (const char* const document : {"article", "deck"}) {
        std::filesystem::copy_file(fmt::format(ATTN_SOURCE_DIR "/tests/data/tex/{}.tex", document),
                                   folder_ / (std::string(document) + ".tex"));
        for (const char* const engine : engines)
            if (all || document == std::string_view("article") || engine == std::string_view("pdflatex"))
                EXPECT_TRUE(is_set(engine, "", document));
    }
}

TEST_F(LectureTex, NotesAndSlidesAreSetAsTheyCome) {
    ASSERT_EQ(program("notes --preset by-hand --notation paper -o notes").status, 0);
    ASSERT_EQ(program("slides --preset who-and-where --notation Txd --head 2 -o slides").status, 0);
    for (const char* const engine : engines) {
        EXPECT_TRUE(is_set(engine, "notes", "section"));
        EXPECT_TRUE(is_set(engine, "slides", "deck"));
    }
    std::string text = run({"pdftotext", "-layout", "section.pdf", "-"}, {}, (folder_ / "notes").string()).output;
    for (const char* const words :
         {"Scores: how well does each query match each key?", "0.665", "2.240", "tea", "hot", "Figure 9"})
        EXPECT_NE(text.find(words), std::string::npos) << words;
    EXPECT_EQ(text.find("W_"), std::string::npos) << text;
}

TEST_F(LectureTex, ASectionStandsInAnArticleOfSomebodyElse) {
    ASSERT_EQ(program("notes --preset masks --notation nxd -o notes").status, 0);
    std::ofstream(folder_ / "notes" / "mine.tex") << "\\documentclass{article}\n\\usepackage{amsmath}\n"
                                                     "\\usepackage{amssymb}\n\\usepackage{tikz}\n\\begin{document}\n"
                                                     "Mine before.\n\\input{section}\nMine behind.\n\\end{document}\n";
    EXPECT_TRUE(is_set("pdflatex", "notes", "mine"));
    const std::string text = run({"pdftotext", "mine.pdf", "-"}, {}, (folder_ / "notes").string()).output;
    EXPECT_NE(text.find("Mine behind"), std::string::npos);
}

} // namespace
} // namespace attn
