// The commands "figure" and "code" as a user runs them.

#include "core/files/file.h"
#include "core/files/npz.h"
#include "tests/app/process.h"
#include "tests/array_files.h"
#include "tests/folders.h"
#include "tests/peer_data.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace attn {
namespace {

class FigureCommand : public testing::Test {
protected:
    Finished start(std::vector<std::string> words) const {
        words.insert(words.begin(), program_file());
        return run(words, {}, folder_.path());
    }
    /// Runs "figure" with words that blanks separate.
    Finished figure(const std::string& words) const {
        std::istringstream stream("figure " + words);
        return start({std::istream_iterator<std::string>(stream), {}});
    }
    Finished tool(const std::vector<std::string>& words) const { return run(words, {}, folder_.path()); }
    std::string text_of(const std::string& file) const {
        std::ostringstream text;
        text << std::ifstream(folder_ / file).rdbuf();
        return text.str();
    }

    TemporaryFolder folder_;
};

TEST_F(FigureCommand, WritesAPdfOfTheWidthAskedWithItsFontsEmbeddedAndItsTextSelectable) {
    if (!is_installed("pdfinfo"))
        GTEST_SKIP() << "poppler-utils is not installed";
    const Finished drawn = figure("--preset who-and-where --stage A --head 2 --width 12cm -o a.pdf");
    ASSERT_EQ(drawn.status, 0) << drawn.errors;
    EXPECT_NE(tool({"pdfinfo", "a.pdf"}).output.find("Page size:       340.15"), std::string::npos)
        << tool({"pdfinfo", "a.pdf"}).output;
    std::istringstream fonts(tool({"pdffonts", "a.pdf"}).output);
    std::string line;
    std::getline(fonts, line);
    std::getline(fonts, line);
    int count = 0;
    for (; std::getline(fonts, line); ++count)
        EXPECT_NE(line.find(" yes yes "), std::string::npos) << line;
    EXPECT_GE(count, 3);
    const std::string text = tool({"pdftotext", "a.pdf", "-"}).output;
    for (const char* part : {"Attention, head 2 of 2", "rose", "queries: who reads", "0.95", "0.49"})
        EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST_F(FigureCommand, SaysNothingOfHowRecordedSharesCameAbout) {
    ASSERT_EQ(start({"trace", "--preset", "by-hand", "-o", "whole.npz"}).status, 0);
    const auto whole = read_npz(folder_ / "whole.npz");
    ASSERT_TRUE(whole);
    ASSERT_TRUE(write_npz(folder_ / "alone.npz", {{"A", whole->at("A")}}));
    const Finished drawn = figure("alone.npz --kind heatmap --stage A -o a.svg");
    ASSERT_EQ(drawn.status, 0) << drawn.errors;
    for (const char* part : {"scale", "no mask", "softmax"})
        EXPECT_EQ(text_of("a.svg").find(part), std::string::npos) << part;
    ASSERT_EQ(figure("whole.npz --kind heatmap --stage A -o a.svg").status, 0);
    EXPECT_NE(text_of("a.svg").find("scale 1/√4"), std::string::npos);
}

TEST_F(FigureCommand, WritesWellFormedSvgOfEveryKind) {
    for (const std::string request :
         {"--kind heatmap --stage scores", "--kind product --stage scores", "--kind softmax --stage A",
          "--kind heads --stage A", "--kind lines --stage A", "--kind pipeline", "--kind sum", "--kind shapes",
          "--kind legend", "--kind heatmap --stage W_Q --head 1 --row 2", "--kind sum --columns",
          "--kind shapes --columns --notation sum", "--kind heatmap --stage masked --palette grey --dark"}) {
        const Finished drawn = figure("--preset who-and-where " + request + " -o a.svg");
        ASSERT_EQ(drawn.status, 0) << request << drawn.errors;
        EXPECT_EQ(tool({"xmllint", "--noout", "a.svg"}).status, 0) << request;
    }
}

TEST_F(FigureCommand, WritesTexThatCompiles) {
    if (!is_installed("pdflatex"))
        GTEST_SKIP() << "pdflatex is not installed";
    for (const std::string request :
         {"--kind heatmap --stage A --head 1", "--kind product --stage scores --notation paper", "--kind pipeline",
          "--kind legend --notation T×d", "--kind token --stage Y --notation T×d", "--kind softmax --stage A"}) {
        std::string words = request;
        if (const std::size_t at = words.find("T×d"); at != std::string::npos)
            words.replace(at, std::string("T×d").size(), "Txd");
        ASSERT_EQ(figure("--preset masks " + words + " --width 14cm --standalone -o a.tex").status, 0) << request;
        const Finished set = tool({"pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"});
        ASSERT_EQ(set.status, 0) << request
                                 << set.output.substr(set.output.size() -
                                                      std::min<std::size_t>(set.output.size(), 900));
        EXPECT_EQ(set.output.find("Missing character"), std::string::npos) << request;
        EXPECT_NE(tool({"pdfinfo", "a.pdf"}).output.find("Page size:       396.8"), std::string::npos) << request;
    }
}

TEST_F(FigureCommand, WritesTexOfWordsInAnyScript) {
    if (!is_installed("lualatex"))
        GTEST_SKIP() << "lualatex is not installed";
    std::ofstream(folder_ / "words.json")
        << R"({"version":1,"tokens":["κόσμος","мир","año"],"sizes":{"d_model":4,"heads":1,"d_k":4,"d_v":4}})";
    ASSERT_EQ(figure("words.json --kind product --stage scores --standalone -o w.tex").status, 0);
    const Finished set = tool({"lualatex", "-interaction=nonstopmode", "-halt-on-error", "w.tex"});
    ASSERT_EQ(set.status, 0) << set.output.substr(set.output.size() - std::min<std::size_t>(set.output.size(), 900));
    const std::string text = tool({"pdftotext", "w.pdf", "-"}).output;
    for (const char* word : {"κόσμος", "мир", "año"})
        EXPECT_NE(text.find(word), std::string::npos) << word << " in " << text;
}

TEST_F(FigureCommand, WritesATableThatTexSets) {
    if (!is_installed("pdflatex"))
        GTEST_SKIP() << "pdflatex is not installed";
    ASSERT_EQ(figure("--preset masks --stage masked --kind table --precision 3 -o m.tex").status, 0);
    EXPECT_NE(text_of("m.tex").find("-\\infty"), std::string::npos);
    std::ofstream(folder_ / "d.tex") << "\\documentclass{article}\\usepackage{amsmath}\\begin{document}\\input{m}"
                                        "\\end{document}";
    EXPECT_EQ(tool({"pdflatex", "-interaction=nonstopmode", "-halt-on-error", "d.tex"}).status, 0);
}

TEST_F(FigureCommand, WritesNumbers) {
    for (const char* file : {"a.csv", "a.md", "a.npz"})
        ASSERT_EQ(figure("--preset by-hand --stage A --head 1 -o " + std::string(file)).status, 0) << file;
    EXPECT_NE(text_of("a.csv").find("seed 1"), std::string::npos);
    EXPECT_NE(text_of("a.csv").find("\ntea,0.66"), std::string::npos) << text_of("a.csv");
    EXPECT_NE(text_of("a.md").find("| tea | 0.67 | 0.09 | 0.24 |"), std::string::npos) << text_of("a.md");
    const auto arrays = read_npz(folder_ / "a.npz");
    ASSERT_TRUE(arrays);
    EXPECT_TRUE(arrays->at("A").has_shape({3, 3}));
}

TEST_F(FigureCommand, DrawsEveryStageAndHeadIntoAFolder) {
    const Finished drawn = figure("--preset who-and-where --all --steps all -o figures --format svg");
    ASSERT_EQ(drawn.status, 0) << drawn.errors;
    for (const char* file : {"01-E.svg", "07-scores-1.svg", "07-scores-2.svg"})
        EXPECT_TRUE(std::filesystem::exists(folder_ / "figures" / file)) << file;
    const auto count = std::distance(std::filesystem::directory_iterator(folder_ / "figures"), {});
    EXPECT_EQ(count, 5 + 12 * 2 + 1 + 4 * 2);
    EXPECT_EQ(drawn.errors.find('\r'), std::string::npos) << "a file is told of no progress";
}

TEST_F(FigureCommand, DrawsWhatTheSessionLists) {
    std::ofstream(folder_ / "s.json") << R"({"version": 1, "tokens": ["a", "b"], "sizes": {"d_model": 4, "heads": 2},
        "figures": [{"name": "one", "stage": "A", "head": 2}, {"name": "all", "kind": "pipeline", "width": 14}]})";
    const Finished drawn = figure("s.json --listed -o out --format pdf");
    ASSERT_EQ(drawn.status, 0) << drawn.errors;
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "one.pdf"));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out" / "all.pdf"));
    const Finished none = figure("--preset masks --listed -o out2");
    EXPECT_EQ(none.status, 2);
    EXPECT_TRUE(is_one_line(none.errors)) << none.errors;
}

TEST_F(FigureCommand, BuildsAProductUpInStepsOfOneSize) {
    const Finished drawn = figure("--preset by-hand --kind product --stage scores --width 12cm --overlay -o steps");
    ASSERT_EQ(drawn.status, 0) << drawn.errors;
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_ / "steps"), {}), 6);
    if (!is_installed("pdfinfo"))
        GTEST_SKIP() << "poppler-utils is not installed";
    std::string size;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "steps")) {
        const std::string about = tool({"pdfinfo", entry.path().string()}).output;
        const std::string line = about.substr(about.find("Page size"), 60);
        size = size.empty() ? line.substr(0, line.find('\n')) : size;
        EXPECT_EQ(line.substr(0, line.find('\n')), size) << entry.path();
    }
}

TEST_F(FigureCommand, WritesStepsAsOnePdfWithAPageForEach) {
    ASSERT_EQ(figure("--preset by-hand --kind product --stage scores --width 12cm --overlay -o steps.pdf").status, 0);
    if (!is_installed("pdfinfo"))
        GTEST_SKIP() << "poppler-utils is not installed";
    const std::string about = tool({"pdfinfo", "steps.pdf"}).output;
    EXPECT_NE(about.find("Pages:           6\n"), std::string::npos) << about;
    EXPECT_NE(about.find("Page size:       340.15"), std::string::npos) << about;
}

TEST_F(FigureCommand, FilmsAProductAsFrames) {
    const Finished drawn = figure("--preset by-hand --kind product --stage scores --dpi 60 --film -o frames");
    ASSERT_EQ(drawn.status, 0) << drawn.errors;
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_ / "frames"), {}), 11);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "frames" / "frame-011.png"));
}

TEST_F(FigureCommand, LeavesTheTitleOfAColumnToTheArticle) {
    ASSERT_EQ(figure("--preset by-hand --stage A --head 1 --fit column -o a.tex").status, 0);
    const std::string tex = text_of("a.tex");
    EXPECT_NE(tex.find("% \\caption{Attention, head 1 of 2: $A^{(1)} = "), std::string::npos) << tex;
    EXPECT_EQ(tex.find("{Attention, head 1 of 2}"), std::string::npos);
    ASSERT_EQ(figure("--preset by-hand --stage A --head 1 --fit column --title Shares -o b.tex").status, 0);
    EXPECT_NE(text_of("b.tex").find(" Shares}"), std::string::npos);
}

TEST_F(FigureCommand, FilmsAProductCellByCell) {
    const Finished drawn = figure("--preset by-hand --kind product --stage scores --dpi 60 --film -o scores.gif");
    ASSERT_EQ(drawn.status, 0) << drawn.errors;
    EXPECT_TRUE(text_of("scores.gif").starts_with("GIF89a"));
}

TEST_F(FigureCommand, RefusesInOneLineAndLeavesNothingBehind) {
    for (const std::string request : {"--stage Z -o a.pdf",
                                      "--stage A --head 9 -o a.pdf",
                                      "--kind tree -o a.pdf",
                                      "--width 3furlongs -o a.pdf",
                                      "--fit poster -o a.pdf",
                                      "--kind pipeline --fit text --height 3cm -o a.pdf",
                                      "--stage A -o a.bmp",
                                      "--stage A -o a",
                                      "--notation mine -o a.pdf",
                                      "--limits 3 -o a.pdf",
                                      "--font-size huge -o a.pdf",
                                      "--stage A --row 0 -o a.pdf",
                                      "--stage A -o missing/a.pdf",
                                      "--all -o missing/deeper --format svg",
                                      "--all -o out --format bmp",
                                      "--all --width 1cm -o out",
                                      "--kind lines --overlay -o steps",
                                      "--kind product --stage scores --film -o a.pdf",
                                      "--kind product --stage scores --film --seconds nan -o a.gif",
                                      "--kind product --stage scores --dpi nan -o a.png",
                                      "--stage A --font-size nan -o a.pdf",
                                      "--stage A --limits nan,nan -o a.pdf",
                                      "--all --overlay -o a",
                                      "--kind change --stage A -o a.pdf",
                                      "--kind table -o a.pdf",
                                      "--kind product --stage A -o a.pdf"}) {
        const Finished refused = figure("--preset who-and-where " + request);
        EXPECT_EQ(refused.status, 2) << request;
        EXPECT_TRUE(is_one_line(refused.errors)) << request << ": " << refused.errors;
        EXPECT_EQ(folder_.count_files(), 0U) << request;
    }
}

TEST_F(FigureCommand, SaysThatTheDiskIsFull) {
    const Finished full = figure("--preset masks --stage A -o /dev/full");
    EXPECT_EQ(full.status, 2);
    std::filesystem::create_symlink("/dev/full", folder_ / "full.svg");
    const Finished written = figure("--preset masks --stage A -o full.svg");
    EXPECT_EQ(written.status, 2);
    EXPECT_TRUE(is_one_line(written.errors)) << written.errors;
}

/// A Python that has the module; empty if there is none.
std::string python_with(const std::string& module) {
    for (const char* python : {"python3", "/usr/bin/python3"})
        if (run({python, "-c", "import " + module}).status == 0)
            return python;
    return {};
}

/// The largest difference between two arrays that are finite in the same places.
float largest_difference(const NdArray& left, const NdArray& right) {
    float largest = 0;
    for (std::size_t i = 0; i < left.values.size(); ++i) {
        if (left.values[i] == right.values[i])
            continue;
        largest = std::max(largest, std::abs(left.values[i] - right.values[i]));
    }
    return largest;
}

class CodeCommand : public FigureCommand {
protected:
    void expect_same_numbers(const std::string& source, const std::string& language) {
        const std::string python = python_with(language == "torch" ? "torch" : "numpy");
        if (python.empty())
            GTEST_SKIP() << language << " is not installed";
        const auto words = [&](std::vector<std::string> before, std::vector<std::string> after) {
            std::istringstream stream(source);
            before.insert(before.end(), std::istream_iterator<std::string>(stream), {});
            before.insert(before.end(), after.begin(), after.end());
            return before;
        };
        ASSERT_EQ(start(words({"trace"}, {"-o", "ours.npz"})).status, 0);
        const Finished coded = start(words({"code"}, {"--language", language, "-o", "layer.py"}));
        ASSERT_EQ(coded.status, 0) << coded.errors;
        const Finished computed = tool({python, "layer.py", "theirs.npz"});
        ASSERT_EQ(computed.status, 0) << computed.errors;
        const auto ours = read_npz(folder_ / "ours.npz");
        const auto theirs = read_npz(folder_ / "theirs.npz");
        ASSERT_TRUE(ours && theirs);
        ASSERT_EQ(ours->size(), theirs->size());
        for (const auto& [name, array] : *ours) {
            ASSERT_TRUE(theirs->contains(name)) << name;
            ASSERT_EQ(theirs->at(name).shape, array.shape) << source << " " << name;
            EXPECT_LT(largest_difference(theirs->at(name), array), 2e-5F) << source << " " << name;
        }
    }
    /// Expects every array of the program's trace of a whole model within 1e-4 of its largest number.
    void expect_same_numbers_of_model(const std::string& source, const std::string& language) {
        const std::string python = python_with(language == "torch" ? "torch" : "numpy");
        if (python.empty())
            GTEST_SKIP() << language << " is not installed";
        std::istringstream stream(source);
        const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
        const auto run_on = [&](std::vector<std::string> command, const std::vector<std::string>& options) {
            command.insert(command.end(), words.begin(), words.end());
            command.insert(command.end(), options.begin(), options.end());
            return start(command);
        };
        ASSERT_EQ(run_on({"trace"}, {"-o", "ours.npz"}).status, 0) << source;
        const Finished coded = run_on({"code"}, {"--language", language, "-o", "model.py"});
        ASSERT_EQ(coded.status, 0) << coded.errors;
        const Finished computed = tool({python, "model.py", "theirs.npz"});
        ASSERT_EQ(computed.status, 0) << source << ": " << computed.errors;
        const auto ours = read_npz(folder_ / "ours.npz");
        const auto theirs = read_npz(folder_ / "theirs.npz");
        ASSERT_TRUE(ours && theirs);
        for (const auto& [name, array] : *ours) {
            ASSERT_TRUE(theirs->contains(name)) << source << " " << name;
            ASSERT_EQ(theirs->at(name).shape, array.shape) << source << " " << name;
            float largest = 0;
            for (const float value : array.values)
                largest = std::max(largest, std::isfinite(value) ? std::abs(value) : 0.0F);
            EXPECT_LE(largest_difference(theirs->at(name), array), 1e-4F * largest) << source << " " << name;
        }
    }
    void write_session(const std::string& json) const { std::ofstream(folder_ / "s.json") << json; }
};

constexpr const char* overridden = R"({"version": 1, "title": "Pins \"and\" more", "tokens": ["ta", "\"b\\", "数"],
    "sizes": {"d_model": 6, "heads": 3, "d_k": 2, "d_v": 3}, "seed": 9, "positions": "sinusoidal",
    "mask": {"causal": true, "window": 2}, "temperature": 0.5, "scale": 2,
    "pins": [{"stage": "A", "head": 2, "row": 3, "column": 1, "value": 0.5},
             {"stage": "P", "row": 2, "column": 4, "value": -1}, {"stage": "concat", "row": 1, "column": 5, "value": 3},
             {"stage": "row_max", "head": 1, "row": 2, "value": 1}],
    "given": [{"stage": "Q", "head": 1, "matrix": [[1, 2], [3, 4], [5, 6]]}]})";

TEST_F(CodeCommand, InNumpyGivesTheSameNumbers) {
    for (const char* source : {"--preset who-and-where", "--preset masks", "--preset by-hand"})
        expect_same_numbers(source, "numpy");
    write_session(overridden);
    expect_same_numbers("s.json", "numpy");
}

TEST_F(CodeCommand, InNumpyKnowsHeadsThatAreOffAndASecondSequence) {
    write_session(R"({"version": 1, "tokens": [["a", "b"], ["c", "a"]], "sizes": {"d_model": 4, "heads": 2},
        "context": {"tokens": [["x", "y", "z"], ["z", "z", "x"]], "d_model": 3, "positions": "one-hot"},
        "heads": [{"on": false, "b_Q": [1, 2]}, {"b_Q": [0, -1]}], "b_O": [1, 2, 3, 4]})");
    expect_same_numbers("s.json", "numpy");
}

constexpr const char* modern = R"({"version": 1, "tokens": ["a", "b", "c", "a"], "positions": "none",
    "sizes": {"d_model": 8, "heads": 4, "key_value_heads": 2, "d_k": 4, "d_v": 3},
    "rotary": {"pairs": "PAIRS", "base": 100, "dimensions": DIMENSIONS}, "mask": {"causal": true},
    "norm": {"kind": "KIND", "gain": [1, 2, 0.5, 1, -1, 1, 1, 3], "epsilon": 0.01},
    "pins": [{"stage": "K", "head": 3, "row": 2, "column": 1, "value": 0.5}]})";

std::string modern_with(const std::string& pairs, const std::string& dimensions, const std::string& kind) {
    std::string json = modern;
    const std::array<std::pair<std::string, std::string>, 3> words{
        {{"PAIRS", pairs}, {"DIMENSIONS", dimensions}, {"KIND", kind}}};
    for (const auto& [word, value] : words)
        json.replace(json.find(word), word.size(), value);
    return json;
}

TEST_F(CodeCommand, InNumpyKnowsRotaryPositionsSharedKeysAndTheNorm) {
    write_session(modern_with("halves", "0", "rms"));
    expect_same_numbers("s.json", "numpy");
    write_session(modern_with("neighbours", "2", "layer"));
    expect_same_numbers("s.json", "numpy");
}

constexpr const char* normed_heads = R"({"version": 1, "tokens": ["a", "b", "c", "a"], "positions": "none",
    "sizes": {"d_model": 8, "heads": 4, "key_value_heads": 2, "d_k": 4, "d_v": 3}, "soft_cap": 0.5,
    "rotary": {"pairs": "halves", "base": 100, "scaling": "SCALING", "factor": 4, "length": 16, "magnitude": 1.25},
    "head_norm": {"kind": "KIND", "across_heads": ACROSS, "epsilon": 0.01},
    "V_norm": {"kind": "KIND", "across_heads": ACROSS, "epsilon": 0.25},
    "heads": [{"Q_norm_gain": [1, 2, 0.5, -1], "K_norm_gain": [1, -2, 1, 1], "K_norm_bias": [1, 0, 0, 2], "V_norm_gain": [2, 1, -1]},
              {"Q_norm_gain": [1, 1, 0.5, 1]},
              {"Q_norm_gain": [1, 2, 3, 1], "K_norm_gain": [1, 3, 0.5, 1], "K_norm_bias": [0, 0, 0, 1], "V_norm_gain": [1, 0, 1]},
              {"Q_norm_gain": [2, 2, 0.5, 1]}]})";

TEST_F(CodeCommand, InNumpyKnowsNormsOfHeadsCapsAndScaledAngles) {
    const std::array<std::array<std::string, 3>, 3> kinds{
        {{"yarn", "rms", "false"}, {"llama3", "layer", "true"}, {"linear", "rms", "true"}}};
    for (const auto& [scaling, kind, across] : kinds) {
        std::string json = normed_heads;
        const std::array<std::pair<std::string, std::string>, 3> words{
            {{"SCALING", scaling}, {"KIND", kind}, {"ACROSS", across}}};
        for (const auto& [word, value] : words)
            for (std::size_t at = json.find(word); at != std::string::npos; at = json.find(word, at))
                json.replace(at, word.size(), value);
        write_session(json);
        expect_same_numbers("s.json", "numpy");
    }
}

TEST_F(CodeCommand, KnowsANormOfValuesWithoutAGain) {
    write_session(R"({"version": 1, "tokens": ["a", "b", "a"], "sizes": {"d_model": 6, "heads": 2},
        "V_norm": {"kind": "rms", "epsilon": 0.5}, 
        "pins": [{"stage": "V_normed", "head": 2, "row": 2, "column": 1, "value": 2.5}]})");
    expect_same_numbers("s.json", "numpy");
    expect_same_numbers("s.json", "torch");
}

TEST_F(CodeCommand, OfAModelThatIsNotComputedWholeSaysSo) {
    const std::string folder = (source_folder() / "tests/data/families/llama-longrope").string();
    const Finished coded = start({"code", folder, "--resid-pre", folder + "/resid.npy", "-o", "layer.py"});
    EXPECT_EQ(coded.status, 0);
    EXPECT_NE(coded.errors.find("from Q_rotated on this is not the model: rope_scaling “longrope”"), std::string::npos)
        << coded.errors;
    std::ifstream script(folder_ / "layer.py");
    const std::string text{std::istreambuf_iterator<char>(script), {}};
    EXPECT_NE(text.find("# From Q_rotated on this is not the model: rope_scaling"), std::string::npos);
}

/// Whole blocks of models: each activation, gated or not; norms before, behind and after attention; parallel MLPs.
TEST_F(CodeCommand, OfWholeBlocksGivesTheSameNumbers) {
    for (const char* const family : {"gpt2", "llama", "bert", "opt", "gemma2", "gptj", "olmo2"}) {
        const std::string folder = (source_folder() / "tests/data/models" / family).string();
        ASSERT_EQ(folder.find(' '), std::string::npos);
        expect_same_numbers(fmt::format("{} --layer 1 --ids 1,2,3,1 --block", folder), "numpy");
        const auto ours = read_npz(folder_ / "ours.npz");
        ASSERT_TRUE(ours);
        EXPECT_TRUE(ours->contains("mlp_act")) << family;
    }
}

/// Whole models: words, every block, and the shares of the next words, against the program's own trace.
TEST_F(CodeCommand, OfWholeModelsGivesTheSameNumbers) {
    const std::filesystem::path families = source_folder() / "tests/data/models";
    std::vector<std::filesystem::path> models;
    for (const auto& entry : std::filesystem::directory_iterator(families))
        if (entry.path().filename() != "vit") // reads no words
            models.push_back(entry.path());
    ASSERT_GE(models.size(), 30U);
    for (const char* const trained : {"stories-260k", "nano-sort"})
        if (std::filesystem::exists(test::peer_data() / "models" / trained))
            models.push_back(test::peer_data() / "models" / trained);
    for (const std::filesystem::path& model : models)
        expect_same_numbers_of_model(fmt::format("{} --ids 1,0,2,1", model.string()), "numpy");
    const std::string vit = (families / "vit").string();
    expect_same_numbers_of_model(fmt::format("{0} --resid-pre {0}/patches.npy", vit), "numpy");
    expect_same_numbers_of_model("--preset english --ids 1,0,2,1", "numpy");
    for (const char* const family : {"gpt2", "gemma2", "bert"})
        expect_same_numbers_of_model(fmt::format("{} --ids 1,2,3,1", (families / family).string()), "torch");
}

/// Changes of a session hold in the script: pins, new weights, heads that are off, several texts.
TEST_F(CodeCommand, OfASessionOfAModelHasItsChanges) {
    const std::string model = (source_folder() / "tests/data/models/llama").string();
    ASSERT_EQ(start({"new", model, "--ids", "3 1 4", "--set", "0:A/2[3,1]=0.5", "--set", "1:W_up[2,3]=0.25", "--set",
                     "E[1,2]=2", "--off", "1:1", "-o", "s.json"})
                  .status,
              0);
    expect_same_numbers_of_model("s.json", "numpy");
    const auto ours = read_npz(folder_ / "ours.npz");
    ASSERT_TRUE(ours);
    EXPECT_EQ(ours->at("layers.0.A").values[(1 * 3 + 2) * 3], 0.5F);
    ASSERT_TRUE(write_npy(folder_ / "ids.npy", std::array<Index, 2>{2, 3}, std::vector<float>{3, 1, 4, 1, 5, 9}));
    expect_same_numbers_of_model(model + " --ids ids.npy", "numpy");
}

TEST_F(CodeCommand, OfLayersThatAreAlikeHasOneFunction) {
    const auto functions = [&](const std::string& family) {
        const std::string model = (source_folder() / "tests/data/models" / family).string();
        EXPECT_EQ(start({"code", model, "--ids", "1 2", "-o", "model.py"}).status, 0);
        const std::string script = *read_text_file(folder_ / "model.py");
        std::size_t found = 0;
        for (std::size_t at = 0; (at = script.find("\ndef block", at)) != std::string::npos; ++at)
            ++found;
        return found;
    };
    EXPECT_EQ(functions("gpt2"), 1U);
    EXPECT_EQ(functions("llama"), 1U);
    EXPECT_EQ(functions("gemma2"), 2U) << "every other layer has a window";
}

TEST_F(CodeCommand, InTorchGivesTheSameNumbers) {
    write_session(overridden);
    expect_same_numbers("s.json", "torch");
    write_session(modern_with("neighbours", "4", "rms"));
    expect_same_numbers("s.json", "torch");
}

} // namespace
} // namespace attn
