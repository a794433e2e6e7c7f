// The program as a user runs it.

#include "core/files/npz.h"
#include "tests/app/program.h"
#include "tests/array_files.h"
#include "tests/folders.h"

#include <algorithm>
#include <cairo.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <unistd.h>

namespace attn {
namespace {

/// The pixels of a PNG.
struct Picture {
    int width = 0;
    int height = 0;
    std::vector<std::uint32_t> pixels;
    bool operator==(const Picture&) const = default;
};

Picture read_picture(const std::filesystem::path& file) {
    Picture picture;
    cairo_surface_t* image = cairo_image_surface_create_from_png(file.c_str());
    if (cairo_surface_status(image) == CAIRO_STATUS_SUCCESS) {
        picture.width = cairo_image_surface_get_width(image);
        picture.height = cairo_image_surface_get_height(image);
        const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(image)) / sizeof(std::uint32_t);
        const auto* words = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(image));
        for (std::size_t y = 0; y < static_cast<std::size_t>(picture.height); ++y)
            picture.pixels.insert(picture.pixels.end(), words + y * stride, words + y * stride + picture.width);
    }
    cairo_surface_destroy(image);
    return picture;
}

std::size_t colours_in(const Picture& picture) {
    return std::set<std::uint32_t>(picture.pixels.begin(), picture.pixels.end()).size();
}

TEST_F(Program, DrawsPicturesOfAnySizeWithoutADisplay) {
    const Finished played = play("screenshot small.png\nstep scores\nscreenshot scores.png\n", {"--size", "1280x720"});
    ASSERT_EQ(played.status, 0) << played.errors;
    const Picture first = read_picture(file("small.png"));
    EXPECT_EQ(first.width, 1280);
    EXPECT_EQ(first.height, 720);
    EXPECT_GT(colours_in(first), 50U);
    EXPECT_NE(first, read_picture(file("scores.png")));
}

TEST_F(Program, ANewSessionTakesThePlaceOfASessionOnly) {
    ASSERT_EQ(start({"new", "-o", "s.json"}).status, 0);
    EXPECT_EQ(start({"new", "--preset", "by-hand", "-o", "s.json"}).status, 0);
    ASSERT_EQ(start({"weights", "--preset", "by-hand", "-o", "layer.npz"}).status, 0);
    std::filesystem::copy_file(file("layer.npz"), file("layer.json"));
    const auto size = std::filesystem::file_size(file("layer.npz"));
    for (const char* name : {"layer.npz", "layer.json"}) {
        const Finished refused = start({"new", "-o", name});
        EXPECT_EQ(refused.status, 2) << name;
        EXPECT_TRUE(is_one_line(refused.errors)) << refused.errors;
        EXPECT_EQ(std::filesystem::file_size(file(name)), size);
    }
    EXPECT_EQ(start({"new", "-o", "/dev/stdout"}).output.substr(0, 1), "{");
}

/// Writes X of a trace as x.npy.
void write_input(const std::filesystem::path& trace, const std::filesystem::path& input) {
    const auto arrays = read_npz(trace);
    ASSERT_TRUE(arrays);
    const NdArray& x = arrays->at("X");
    ASSERT_TRUE(write_npy(input, x.shape, x.values));
}

TEST_F(Program, WhatIsReadIsNeverWrittenOver) {
    ASSERT_EQ(start({"new", "--preset", "by-hand", "-o", "s.json"}).status, 0);
    ASSERT_EQ(start({"weights", "--preset", "by-hand", "-o", "w.npz"}).status, 0);
    ASSERT_EQ(start({"trace", "--preset", "by-hand", "-o", "t.npz"}).status, 0);
    write_input(file("t.npz"), file("x.npy"));
    std::filesystem::create_symlink("s.json", file("link.py"));
    for (const char* copy : {"s.pdf", "s.html", "s.png", "s.csv"})
        std::filesystem::copy_file(file("s.json"), file(copy));
    std::ofstream(file("note.txt")) << "hello";
    using Words = std::vector<std::string>;
    for (const Words& words :
         {Words{"code", "s.json", "-o", "s.json"}, Words{"code", "s.json", "-o", "link.py"},
          Words{"code", "--preset", "by-hand", "-o", "note.txt"}, Words{"trace", "s.json", "-o", "./s.json"},
          Words{"figure", "s.png", "-o", "s.png"}, Words{"figure", "s.csv", "--stage", "A", "-o", "s.csv"},
          Words{"handout", "s.html", "-o", "s.html"}, Words{"storyboard", "s.pdf", "-o", "s.pdf"},
          Words{"worksheet", "s.pdf", "-o", "t.pdf", "--key", "s.pdf"},
          Words{"trace", "--weights", "w.npz", "--input", "x.npy", "--heads", "2", "--mask", "none", "--rotary", "none",
                "-o", "w.npz"}}) {
        const std::uintmax_t size = std::filesystem::file_size(file(words.back()));
        const Finished refused = start(words);
        EXPECT_EQ(refused.status, 2) << words.front() << " " << words.back();
        EXPECT_TRUE(is_one_line(refused.errors)) << refused.errors;
        EXPECT_NE(refused.errors.find("expected another name"), std::string::npos) << refused.errors;
        EXPECT_EQ(std::filesystem::file_size(file(words.back())), size) << words.back();
    }
    EXPECT_EQ(start({"code", "s.json", "-o", "layer.py"}).status, 0);
    EXPECT_EQ(start({"code", "s.json", "-o", "layer.py"}).status, 0); // a script may replace a script
}

TEST_F(Program, WhatOptionsNameIsNeverWrittenOverEither) {
    const std::filesystem::path notation = source_folder() / "assets/notations/paper.json";
    for (const char* name : {"n.svg", "n.html", "n.pdf"})
        std::filesystem::copy_file(notation, file(name));
    for (const char* name : {"s.json", "s.svg"})
        ASSERT_EQ(start({"new", "--preset", "by-hand", "-o", name}).status, 0);
    std::filesystem::create_directory(file("figures"));
    for (const char* name : {"figures/03-X.svg", "figures/01-operands.svg"})
        std::filesystem::copy_file(file("s.json"), file(name));
    std::filesystem::create_directory(file("frames"));
    ASSERT_EQ(start({"storyboard", "s.json", "--format", "svg", "-o", "frames"}).status, 0);
    std::filesystem::path frame;
    for (const auto& entry : std::filesystem::directory_iterator(file("frames")))
        frame = entry.path();
    std::filesystem::copy_file(file("s.json"), frame, std::filesystem::copy_options::overwrite_existing);
    ASSERT_EQ(start({"weights", "--preset", "by-hand", "-o", "w.npz"}).status, 0);
    std::filesystem::create_directory(file("model"));
    std::filesystem::copy_file(file("w.npz"), file("model/w.npz"));
    ASSERT_EQ(start({"trace", "--preset", "by-hand", "-o", "t.npz"}).status, 0);
    write_input(file("t.npz"), file("x.npy"));
    using Words = std::vector<std::string>;
    const std::vector<std::pair<std::string, Words>> all{
        {"n.svg", {"figure", "s.json", "--notation", "n.svg", "--stage", "A", "-o", "n.svg"}},
        {"n.html", {"handout", "s.json", "--notation", "n.html", "-o", "n.html"}},
        {"n.pdf", {"storyboard", "s.json", "--notation", "n.pdf", "-o", "n.pdf"}},
        {"n.pdf", {"worksheet", "--notation", "n.pdf", "-o", "sheet.pdf", "--key", "n.pdf"}},
        {"s.svg", {"figure", "s.json", "--kind", "change", "--stage", "A", "--baseline", "s.svg", "-o", "s.svg"}},
        {"figures/03-X.svg", {"figure", "figures/03-X.svg", "--all", "-o", "figures"}},
        {"figures/01-operands.svg",
         {"figure", "figures/01-operands.svg", "--kind", "product", "--stage", "scores", "--overlay", "--format", "svg",
          "-o", "figures"}},
        {frame.string(), {"storyboard", frame.string(), "--format", "svg", "-o", "frames"}},
        {"model/w.npz",
         {"trace", "model", "--input", "x.npy", "--heads", "2", "--mask", "none", "--rotary", "none", "-o",
          "model/w.npz"}}};
    for (const auto& [source, words] : all) {
        const std::uintmax_t size = std::filesystem::file_size(folder_.path() / source);
        const Finished refused = start(words);
        EXPECT_EQ(refused.status, 2) << words.front() << " " << source;
        EXPECT_NE(refused.errors.find("expected another name"), std::string::npos) << refused.errors;
        EXPECT_EQ(std::filesystem::file_size(folder_.path() / source), size) << source;
    }
}

TEST_F(Program, AScriptNeverWritesOverWhatItReads) {
    ASSERT_EQ(start({"new", "--preset", "by-hand", "-o", "s.json"}).status, 0);
    ASSERT_EQ(start({"weights", "--preset", "by-hand", "-o", "w.npz"}).status, 0);
    ASSERT_EQ(start({"trace", "--preset", "by-hand", "-o", "t.npz"}).status, 0);
    write_input(file("t.npz"), file("x.npy"));
    for (const std::string script :
         {"screenshot tour.play\n", "trace tour.play\n", "open s.json\nscreenshot s.json\n",
          "open s.json\nopen --preset masks\ntrace s.json\n", "open t.npz\ntrace ./t.npz\n",
          "open --weights w.npz --input x.npy --heads 2 --mask none\ntrace w.npz\n",
          "open --weights w.npz --input x.npy --heads 2 --mask none\nscreenshot x.npy\n",
          "open t.npz\nkey ctrl+s\nkey enter\nexpect notice \"Saved to t.json.\"\nscreenshot t.json\n"}) {
        const Finished refused = play(script);
        EXPECT_EQ(refused.status, 2) << script;
        EXPECT_NE(refused.errors.find("would be lost"), std::string::npos) << script << refused.errors;
    }
}

/// Runs commands in a shell, in which $AL is the program.
class InAShell : public Program {
protected:
    Finished shell(const std::string& script) const {
        Environment environment = without_display();
        environment.emplace_back("AL", program_file());
        return run({"sh", "-c", script}, environment, folder_.path());
    }
};

TEST_F(InAShell, PresetsAreToldInTheLettersOfTheUsualNotation) {
    const Finished told = shell("$AL presets");
    EXPECT_EQ(told.status, 0);
    EXPECT_EQ(told.output.find('{'), std::string::npos) << told.output;
}

TEST_F(InAShell, ErrorsThatNobodyCanReadLeaveTheStatusAsItIs) {
    for (const char* to : {"2>/dev/full", "2>&-"}) {
        EXPECT_EQ(shell(std::string("$AL presets --zorp ") + to).status, 2) << to;
        EXPECT_EQ(shell(std::string("$AL trace --preset nothing -o b.npz ") + to).status, 2) << to;
        EXPECT_EQ(shell(std::string("$AL figure --preset masks --all -o figures ") + to).status, 0) << to;
        EXPECT_EQ(shell(std::string("$AL trace --preset by-hand -o a.npz ") + to).status, 0) << to;
        EXPECT_EQ(shell("$AL check --preset by-hand --against a.npz").status, 0) << to;
    }
}

TEST_F(InAShell, ProgressIsWrittenOverItselfOnATerminalAndNowhereElse) {
    if (!is_installed("script"))
        GTEST_SKIP() << "script, which has a terminal, is not installed";
    const std::string draws = "$AL figure --preset by-hand --all -o figures --format svg";
    const Finished told = shell("script --quiet --return --command '" + draws + "' typescript");
    EXPECT_EQ(told.status, 0) << told.output;
    EXPECT_THAT(told.output, testing::HasSubstr("\r2 of ")) << told.output;
    const Finished kept = shell(draws + " 2>log && cat log");
    EXPECT_EQ(kept.status, 0);
    EXPECT_EQ(kept.output.find('\r'), std::string::npos) << kept.output;
}

/// A session with texts that would begin new lines of output.
constexpr const char* lines_of_a_session = R"({"version": 1, "title": "t", "layer": "l\nagrees   layer",
    "tokens": ["a\nagrees   Y", "b\rslip     none", "c\u001b[2J"], "sizes": {"d_model": 4, "heads": 2},
    "figures": [{"name": "one", "stage": "A", "title": "x\nagrees   title"}],
    "caveats": [{"from": "A", "says": "this\nagrees   caveat"}]})";

TEST_F(InAShell, LinesWithinASessionAreNoLinesOfTheTerminal) {
    std::ofstream(file("s.json")) << lines_of_a_session;
    std::ofstream(file("other.json")) << R"({"version": 1, "tokens": ["a", "b", "d"],
        "sizes": {"d_model": 4, "heads": 2}})";
    ASSERT_EQ(shell("$AL trace other.json -o other.npz").status, 0);
    for (const char* const words :
         {"check s.json --against other.npz", "trace s.json -o a.npz", "figure s.json --listed -o out --format svg",
          "figure s.json --stage A -o a.svg", "worksheet s.json -o sheet.pdf", "storyboard s.json -o story.pdf",
          "handout s.json -o h.html", "notes s.json -o notes", "slides s.json -o slides", "code s.json -o a.py",
          "weights s.json -o w.npz"}) {
        const Finished told = shell(std::string("$AL ") + words);
        EXPECT_LE(told.status, 1) << words << ": " << told.errors;
        const std::string all = told.output + "\n" + told.errors;
        EXPECT_EQ(all.find_first_of("\r\x1b"), std::string::npos) << words << ": " << all;
        for (const char* const line : {"\nagrees   Y", "\nagrees   layer", "\nagrees   title", "\nagrees   caveat"})
            EXPECT_EQ(("\n" + all).find(line), std::string::npos) << words << ": " << all;
    }
}

TEST_F(InAShell, FilesStayFreeOfMessagesWhereStandardStreamsAreClosed) {
    ASSERT_EQ(shell("$AL figure --preset masks --all -o open").status, 0);
    ASSERT_EQ(shell("$AL figure --preset masks --all -o closed <&- >&- 2>&-").status, 0);
    EXPECT_EQ(shell("diff -r open closed").status, 0);
}

TEST_F(InAShell, OutputThatDoesNotArriveIsSaid) {
    ASSERT_EQ(start({"trace", "--preset", "by-hand", "-o", "a.npz"}).status, 0);
    for (const char* words : {"presets", "--help", "figure --help", "check --preset by-hand --against a.npz"}) {
        const Finished full = shell(std::string("$AL ") + words + " >/dev/full");
        EXPECT_EQ(full.status, 2) << words;
        EXPECT_EQ(full.errors, "attention-lab: standard output: No space left on device\n") << words;
    }
    const Finished closed = shell("$AL presets >&-");
    EXPECT_EQ(closed.status, 2);
    EXPECT_EQ(closed.errors, "attention-lab: standard output: Bad file descriptor\n");
    EXPECT_EQ(shell("$AL presets --zorp >/dev/full").status, 2);
}

TEST_F(InAShell, TheManualNamesItsPagesAndPrintsThem) {
    const Finished pages = shell("$AL manual");
    EXPECT_EQ(pages.status, 0);
    EXPECT_THAT(pages.output, testing::HasSubstr("figures "));
    const Finished page = shell("$AL manual figures");
    EXPECT_EQ(page.status, 0);
    EXPECT_TRUE(page.output.starts_with("# Figures\n"));
    const Finished none = shell("$AL manual ../../fonts");
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.errors, testing::HasSubstr("the pages are commands, figures, handouts, "));
    EXPECT_EQ(none.output, "");
}

TEST_F(InAShell, AReaderWhoHasGoneIsNoError) {
    const Finished gone = shell("trap '' PIPE; { sleep 1; $AL presets; echo $? >status; } | true; cat status");
    EXPECT_EQ(gone.errors, "");
    EXPECT_EQ(gone.output, "0\n");
}

TEST_F(InAShell, AFileLargerThanAllowedIsAnErrorThatLeavesNothingBehind) {
    const Finished large = shell("ulimit -f 10; exec $AL trace --preset eight-heads -o large.npz");
    EXPECT_EQ(large.status, 2);
    EXPECT_EQ(large.errors, "attention-lab: large.npz: cannot be written: File too large\n");
    EXPECT_EQ(folder_.count_files(), 0U);
}

TEST_F(InAShell, FilesThatCannotBeReachedAreNamedWithTheReason) {
    std::filesystem::create_symlink("loop", file("loop"));
    std::filesystem::create_symlink("loop.npz", file("loop.npz"));
    const std::string long_name(5000, 'x');
    for (const std::string& name : {std::string("loop"), std::string("loop.npz"), long_name, long_name + "/model"})
        for (const std::string words :
             {"trace NAME -o a.npz", "trace --weights NAME --heads 2 -o a.npz", "figure NAME -o a.pdf",
              "figure --preset masks --notation ./NAME -o a.pdf", "trace --preset by-hand -o NAME/a.npz",
              "figure --preset masks --kind change --stage A --baseline NAME -o a.pdf",
              "check --preset masks --against NAME", "layers NAME", "recorded NAME", "tokens NAME --text a",
              "play NAME --offscreen", "storyboard NAME -o a.pdf", "worksheet NAME -o a.pdf", "handout NAME -o a.html",
              "code NAME -o a.py", "weights NAME -o a.npz"}) {
            std::string with_name = words;
            with_name.replace(with_name.find("NAME"), 4, name);
            const Finished refused = shell("$AL " + with_name);
            EXPECT_EQ(refused.status, 2) << words;
            EXPECT_TRUE(is_one_line(refused.errors)) << words << ": " << refused.errors;
            EXPECT_EQ(refused.errors.find("filesystem error"), std::string::npos) << words << ": " << refused.errors;
            EXPECT_NE(refused.errors.find(name + (with_name.find(name + "/a") == std::string::npos ? ": " : "")),
                      std::string::npos)
                << words << ": " << refused.errors;
        }
    EXPECT_EQ(shell("$AL trace loop -o a.npz").errors,
              "attention-lab: loop: cannot be read: Too many levels of symbolic links\n");
}

TEST_F(InAShell, AFolderThatMayNotBeSearchedIsNamedWithTheReason) {
    if (::geteuid() == 0)
        GTEST_SKIP() << "root may search every folder";
    std::filesystem::create_directory(file("closed"));
    const Finished refused = shell("chmod 600 closed; $AL trace closed/s.json -o a.npz; echo $?; chmod 700 closed");
    EXPECT_EQ(refused.output, "2\n");
    EXPECT_EQ(refused.errors, "attention-lab: closed/s.json: cannot be read: Permission denied\n");
}

TEST_F(Program, ALongWordOfAScriptIsQuotedInPart) {
    const std::string word(1 << 19, 'x');
    for (const std::string& line :
         {word, "step " + word, "head " + word, "key " + word, "wait " + word, "click " + word, "click cell:" + word,
          "expect cell:A/1[1,1] " + word, "expect clipboard:" + word + " a", "expect clipboard " + word}) {
        const Finished refused = play(line + "\n");
        EXPECT_GT(refused.status, 0) << line.substr(0, 30);
        EXPECT_TRUE(is_one_line(refused.errors)) << line.substr(0, 30);
        EXPECT_LT(refused.errors.size(), 500U) << line.substr(0, 30);
    }
}

TEST_F(Program, ALayerWithoutANameIsListedByItsNumber) {
    ASSERT_EQ(start({"weights", "--preset", "by-hand", "-o", "w.npz"}).status, 0);
    EXPECT_EQ(start({"trace", "w.npz", "--layer", "99", "-o", "a.npz"}).errors,
              "attention-lab: w.npz: there is no layer called “99”; there is: 0 (without a name)\n");
}

TEST_F(Program, AKeyThatIsNotKnownIsNeverTakenForNone) {
    for (const std::string key : {"X", ""}) {
        std::ofstream(file("s.json")) << R"({"version": 1, "tokens": ["a", "b"], ")" << key << R"(": 1})";
        EXPECT_EQ(start({"trace", "s.json", "-o", "a.npz"}).errors,
                  "attention-lab: s.json: the key “" + key + "” is not known\n");
    }
}

TEST_F(Program, ASheetAndItsKeyAreTwoFilesThroughLinksToo) {
    std::filesystem::create_symlink("sheet.pdf", file("key.pdf"));
    const Finished refused = start({"worksheet", "-o", "sheet.pdf", "--key", "key.pdf"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.errors.find("two files"), std::string::npos) << refused.errors;
    EXPECT_FALSE(std::filesystem::exists(file("sheet.pdf")));
}

TEST_F(Program, SavingAfterOpeningATraceAsksForASession) {
    ASSERT_EQ(start({"trace", "--preset", "by-hand", "-o", "t.npz"}).status, 0);
    const auto time = std::filesystem::last_write_time(file("t.npz"));
    const Finished played = play("open t.npz\nkey ctrl+s\nexpect field:save-path t.json\nkey enter\n"
                                 "expect notice \"Saved to t.json.\"\nopen t.json\nkey ctrl+s\n"
                                 "expect notice \"Saved to t.json.\"\n");
    EXPECT_EQ(played.status, 0) << played.errors;
    EXPECT_EQ(std::filesystem::last_write_time(file("t.npz")), time);
}

TEST_F(Program, TheSamePlayDrawsTheSamePicture) {
    const std::string script = "step A\nhead 2\nscreenshot a.png\n";
    ASSERT_EQ(play(script).status, 0);
    const Picture first = read_picture(file("a.png"));
    ASSERT_EQ(play(script).status, 0);
    EXPECT_EQ(first, read_picture(file("a.png")));
}

TEST_F(Program, AnExpectationThatIsNotMetIsSaidWithItsLineAndStatusOne) {
    const Finished played = play("\nexpect cell:A/1[1,1] 0.25\nexpect cell:A/1[1,1] 0.3\n");
    EXPECT_EQ(played.status, 1);
    EXPECT_EQ(played.errors, "line 3: expect cell:A/1[1,1] 0.3: it is 0.25\n");
}

TEST_F(Program, AScriptWithAMistakeDoesNothingAndNamesItsLine) {
    const Finished played = play("screenshot a.png\nclik token:3\n");
    EXPECT_EQ(played.status, 2);
    EXPECT_EQ(played.errors, "attention-lab: tour.play:2: unknown command 'clik'; did you mean click?\n");
    EXPECT_FALSE(std::filesystem::exists(file("a.png")));
}

TEST_F(Program, ATargetThatIsNotOnTheScreenSaysWhichStepShowsIt) {
    const Finished played = play("step Y\nclick cell:exp/1[2,2]\n");
    EXPECT_EQ(played.status, 2);
    EXPECT_EQ(played.errors, "attention-lab: tour.play:2: cell:exp/1[2,2] is not on the screen; 'step exp' shows it\n");
}

TEST_F(Program, AMissingScriptIsNamed) {
    const Finished played = start({"play", "nowhere.play", "--offscreen"});
    EXPECT_EQ(played.status, 2);
    EXPECT_TRUE(is_one_line(played.errors));
    EXPECT_NE(played.errors.find("nowhere.play"), std::string::npos);
}

TEST_F(Program, RefusesSizesAndScalesThatCannotBe) {
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{"--size", "0x10"}, {"--size", "large"}, {"--scale", "0"}, {"--scale", "nan"}}) {
        const Finished played = play("targets\n", options);
        EXPECT_EQ(played.status, 2) << options.at(1);
        EXPECT_TRUE(is_one_line(played.errors)) << played.errors;
    }
}

TEST_F(Program, WithoutADisplayTheWindowSaysWhatToDoInstead) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{}, {"--preset", "by-hand"}}) {
        const Finished finished = start(words);
        EXPECT_EQ(finished.status, 2);
        EXPECT_TRUE(is_one_line(finished.errors)) << finished.errors;
        EXPECT_NE(finished.errors.find("DISPLAY"), std::string::npos);
        EXPECT_NE(finished.errors.find("--offscreen"), std::string::npos);
    }
}

TEST_F(Program, WhatAScriptCopiedIsReadLineByLine) {
    EXPECT_EQ(play("open --preset by-hand\nkey ctrl+c\nexpect clipboard:9 \"\"\n").status, 0);
    const Finished fallback = play("clipboard \"1\"\nexpect clipboard 2\n");
    EXPECT_EQ(fallback.status, 1);
    EXPECT_NE(fallback.errors.find("it is 1"), std::string::npos) << fallback.errors;
    EXPECT_EQ(play("expect clipboard:x 2\n").status, 2);
}

TEST_F(Program, InAWindowKeysEditUndoAndItClosesCleanly) {
    const auto display = Display::start();
    if (!display)
        GTEST_SKIP() << Display::missing;
    Process program(command({"--preset", "by-hand"}), with(*display), folder_.path());
    const std::string window = display->find_window("Attention Lab");
    ASSERT_FALSE(window.empty()) << program.wait().errors;
    // Enter opens the selected cell.
    display->xdotool({"key", "--window", window, "Return"});
    display->xdotool({"type", "--window", window, "0.125"});
    display->xdotool({"key", "--window", window, "Return"});
    EXPECT_TRUE(display->title_becomes(window, "•", true)) << display->title_of(window);
    display->xdotool({"key", "--window", window, "ctrl+z"});
    EXPECT_TRUE(display->title_becomes(window, "•", false)) << display->title_of(window);
    display->close_window(window);
    const Finished finished = program.wait();
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_EQ(finished.errors, "");
    EXPECT_TRUE(std::filesystem::exists(file("config/attention-lab/window.json")));
}

TEST_F(Program, ANewcomersNameIsReadInTheFirstWindowAndAskedAboutByNobody) {
    const auto display = Display::start();
    if (!display)
        GTEST_SKIP() << Display::missing;
    Process program(command({}), with(*display), folder_.path());
    const std::string window = display->find_window("Attention Lab");
    ASSERT_FALSE(window.empty()) << program.wait().errors;
    display->xdotool({"type", "--window", window, "eva"});
    EXPECT_EQ(display->title_of(window).find("•"), std::string::npos) << "nobody would miss it";
    display->close_window(window);
    const Finished finished = program.wait();
    EXPECT_EQ(finished.status, 0) << finished.errors;
    std::ifstream settings(file("config/attention-lab/settings.json"));
    const std::string remembered{std::istreambuf_iterator<char>(settings), {}};
    EXPECT_NE(remembered.find("\"start\": true"), std::string::npos) << remembered;
}

TEST_F(Program, TheFirstMinuteGoesInARealWindowOfAnySize) {
    const auto display = Display::start();
    if (!display)
        GTEST_SKIP() << Display::missing;
    using Words = std::vector<std::string>;
    for (const Words& size :
         {Words{"--size", "1280x720", "--scale", "1"}, Words{"--size", "1900x1150", "--scale", "2"}}) {
        Words words{"play", (source_folder() / "tests/ui/start.play").string()};
        words.insert(words.end(), size.begin(), size.end());
        const Finished played = run(command(words), with(*display), folder_.path());
        EXPECT_EQ(played.status, 0) << size[1] << ": " << played.errors;
    }
}

TEST_F(Program, AScriptPlaysInAWindowAsItDoesWithoutOne) {
    const auto display = Display::start();
    if (!display)
        GTEST_SKIP() << Display::missing;
    const std::string script = "step scores\nexpect cell:A/1[1,1] 0.25\nscreenshot a.png\n";
    ASSERT_EQ(play(script, {"--size", "1280x720"}).status, 0);
    const Picture offscreen = read_picture(file("a.png"));
    const Finished played =
        run(command({"play", "tour.play", "--size", "1280x720", "--scale", "1"}), with(*display), folder_.path());
    EXPECT_EQ(played.status, 0) << played.errors;
    EXPECT_EQ(read_picture(file("a.png")).width, 1280);
    EXPECT_GT(colours_in(read_picture(file("a.png"))), 50U);
}

} // namespace
} // namespace attn
