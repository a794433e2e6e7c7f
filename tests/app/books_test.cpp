// The commands "worksheet", "storyboard" and "handout" as a user runs them.

#include "tests/app/process.h"
#include "tests/folders.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sstream>

namespace attn {
namespace {

class BookCommands : public testing::Test {
protected:
    /// Runs the program with words that blanks separate.
    Finished start(const std::string& words) const {
        std::istringstream stream(words);
        std::vector<std::string> all{program_file()};
        all.insert(all.end(), std::istream_iterator<std::string>(stream), {});
        return run(all, {}, folder_.path());
    }
    Finished tool(const std::vector<std::string>& words) const { return run(words, {}, folder_.path()); }
    std::string text_of_pdf(const std::string& file) const { return tool({"pdftotext", "-layout", file, "-"}).output; }
    std::string text_of(const std::string& file) const {
        std::ostringstream text;
        text << std::ifstream(folder_ / file).rdbuf();
        return text.str();
    }

    TemporaryFolder folder_;
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_F(BookCommands, WriteASheetOfA4WithoutTheAnswersThatItsKeyHas) {
    if (!is_installed("pdftotext"))
        GTEST_SKIP() << "poppler-utils is not installed";
    const Finished made = start("worksheet --stages scores,A --head 1 -o sheet.pdf --key key.pdf");
    ASSERT_EQ(made.status, 0) << made.errors;
    EXPECT_TRUE(contains(tool({"pdfinfo", "sheet.pdf"}).output, "(A4)"));
    const std::string sheet = text_of_pdf("sheet.pdf");
    const std::string key = text_of_pdf("key.pdf");
    EXPECT_TRUE(contains(sheet, "s1,1 ="));
    for (const char* answer : {"× 0 = 4", "0.665", "0.245", "1.503"}) {
        EXPECT_FALSE(contains(sheet, answer)) << answer;
        EXPECT_TRUE(contains(key, answer)) << answer;
    }
    EXPECT_TRUE(contains(key, "s1,1 = 2 × 1 + 0 × 0 + 2 × 1 + 0 × 0 = 4")) << key;
}

TEST_F(BookCommands, WriteVariantsThatDiffer) {
    ASSERT_EQ(start("worksheet --preset by-hand --variant 1 -o 1.pdf --key 1k.pdf").status, 0);
    ASSERT_EQ(start("worksheet --preset by-hand --variant 2 -o 2.pdf --key 2k.pdf").status, 0);
    ASSERT_EQ(start("worksheet --preset by-hand --variant 2 -o again.pdf --key again-k.pdf").status, 0);
    EXPECT_NE(text_of("1k.pdf"), text_of("2k.pdf"));
    EXPECT_EQ(text_of("2k.pdf"), text_of("again-k.pdf"));
    EXPECT_EQ(text_of("2.pdf"), text_of("again.pdf"));
}

TEST_F(BookCommands, SayInTheKeyWhereTheSlipIs) {
    if (!is_installed("pdftotext"))
        GTEST_SKIP() << "poppler-utils is not installed";
    ASSERT_EQ(start("worksheet --variant 7 --slip -o slip.pdf --key key.pdf").status, 0);
    EXPECT_TRUE(contains(text_of_pdf("slip.pdf"), "one number is wrong"));
    const std::string key = text_of_pdf("key.pdf");
    EXPECT_TRUE(contains(key, "stands there, and it should be")) << key;
}

TEST_F(BookCommands, WriteAStoryboardWithAPageForEachStep) {
    if (!is_installed("pdfinfo"))
        GTEST_SKIP() << "poppler-utils is not installed";
    ASSERT_EQ(start("storyboard --preset who-and-where --notation paper -o story.pdf").status, 0);
    EXPECT_TRUE(contains(tool({"pdfinfo", "story.pdf"}).output, "Pages:           9"));
    const std::string text = text_of_pdf("story.pdf");
    EXPECT_TRUE(contains(text, "Attention: how much does each token read of each?"));
    EXPECT_TRUE(contains(text, "with 49 % of its attention"));
}

TEST_F(BookCommands, WriteAStoryboardAsFramesOfOneSize) {
    ASSERT_EQ(start("storyboard --preset by-hand -o frames --format png").status, 0);
    std::uintmax_t frames = 0;
    std::string size;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "frames")) {
        std::ifstream file(entry.path(), std::ios::binary);
        std::string head(24, '\0');
        file.read(head.data(), 24);
        size = size.empty() ? head.substr(16) : size;
        EXPECT_EQ(head.substr(16), size) << entry.path();
        ++frames;
    }
    EXPECT_EQ(frames, 9U);
}

TEST_F(BookCommands, WriteAStoryboardAsAnAnimation) {
    ASSERT_EQ(start("storyboard --preset by-hand -o story.gif --dpi 48 --seconds 2").status, 0);
    ASSERT_EQ(start("storyboard --preset by-hand -o again.gif --dpi 48 --seconds 2").status, 0);
    EXPECT_TRUE(text_of("story.gif").starts_with("GIF89a"));
    EXPECT_EQ(text_of("story.gif"), text_of("again.gif"));
    if (is_installed("identify"))
        EXPECT_EQ(std::ranges::count(tool({"identify", "story.gif"}).output, '\n'), 9);
}

TEST_F(BookCommands, WriteAHandoutThatIsWellFormed) {
    for (const std::string source :
         {"--preset masks --columns", "--preset red-fox --notation sum", "--preset english --text tom"}) {
        const Finished made = start("handout " + source + " -o handout.html");
        ASSERT_EQ(made.status, 0) << made.errors;
        if (is_installed("xmllint"))
            EXPECT_EQ(tool({"xmllint", "--noout", "handout.html"}).errors, "") << source;
    }
}

/// The command of Chromium without a window, and without requests to the network.
std::vector<std::string> browser(std::vector<std::string> words) {
    std::vector<std::string> all{"chromium",
                                 "--headless",
                                 "--no-sandbox",
                                 "--disable-gpu",
                                 "--disable-quic",
                                 "--no-first-run",
                                 "--disable-background-networking",
                                 "--disable-component-update",
                                 "--disable-sync",
                                 "--user-data-dir=profile"};
    all.insert(all.end(), std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
    return all;
}

/// A script that presses keys, follows an address, points at a cell and goes to the next one by Tab, and writes what it
/// saw after each. Only in the visited copy does the page's policy allow scripts with this nonce.
constexpr std::string_view a_visit = R"(
<script>document.body.setAttribute("data-foreign", "has run");</script>
<script nonce="visit">
var seen = [];
function look() {
  seen.push(Array.from(document.querySelectorAll("section.shown")).map(function (step) { return step.id; }).join("+"));
}
function say() { seen.push(document.getElementById("value").textContent); }
look();
["ArrowRight", "PageDown", "PageUp", "End", "ArrowRight", "Home"].forEach(function (key) {
  document.dispatchEvent(new KeyboardEvent("keydown", { key: key, bubbles: true, cancelable: true }));
  look();
});
document.getElementById("next").click();
look();
location.hash = "#scores";
window.addEventListener("load", function () {
  setTimeout(function () {
    look();
    var cells = document.querySelectorAll("#scores rect[tabindex]");
    cells[0].dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    say();
    cells[1].focus();
    say();
    document.body.setAttribute("data-seen", seen.join(" | "));
  }, 0);
});
</script>
)";

TEST_F(BookCommands, WriteAHandoutThatABrowserStepsThrough) {
    if (!is_installed("chromium"))
        GTEST_SKIP() << "chromium is not installed";
    ASSERT_EQ(start("handout --preset by-hand -o handout.html").status, 0);
    std::string page = text_of("handout.html");
    const std::string policy = "script-src ";
    ASSERT_TRUE(contains(page, policy + "'sha256-"));
    page.insert(page.find(policy) + policy.size(), "'nonce-visit' ");
    std::ofstream(folder_ / "visited.html") << page << a_visit;
    const Finished shown = tool(browser({"--dump-dom", "file://" + (folder_ / "visited.html").string()}));
    EXPECT_TRUE(contains(shown.output, "data-seen=\"X | Q | K | Q | Y | Y | X | Q | scores | "
                                       "q₁‚₁ = 2: tea₁, number 1 | q₁‚₂ = 0: tea₁, number 2\""))
        << shown.output.substr(0, shown.output.find('>')) << shown.errors;
    EXPECT_FALSE(contains(shown.output, "data-foreign=")) << "a script that is not the page's own has run";
}

TEST_F(BookCommands, WriteAHandoutThatABrowserPrintsWhole) {
    if (!is_installed("chromium") || !is_installed("pdftotext"))
        GTEST_SKIP() << "chromium or poppler-utils is not installed";
    ASSERT_EQ(start("handout --preset by-hand -o handout.html").status, 0);
    const Finished printed = tool(browser(
        {"--no-pdf-header-footer", "--print-to-pdf=printed.pdf", "file://" + (folder_ / "handout.html").string()}));
    ASSERT_EQ(printed.status, 0) << printed.errors;
    EXPECT_TRUE(contains(tool({"pdfinfo", "printed.pdf"}).output, "(A4)"));
    const std::string text = text_of_pdf("printed.pdf");
    for (const char* part : {"Input: what does", "Attention: how much", "Output: what does each", "0.212"})
        EXPECT_TRUE(contains(text, part)) << part;
    EXPECT_FALSE(contains(text, "Previous")) << "what only a screen needs is not printed";
}

TEST_F(BookCommands, RefuseInOneLineAndLeaveNothingBehind) {
    for (const std::string request : {"worksheet -o a.txt",
                                      "worksheet --stages Z -o a.pdf",
                                      "worksheet --stages W_Q -o a.pdf",
                                      "worksheet --stages , -o a.pdf",
                                      "worksheet --stages Q,, -o a.pdf",
                                      "worksheet --stages E -o a.pdf",
                                      "worksheet --head 9 -o a.pdf",
                                      "worksheet --every 0 -o a.pdf",
                                      "worksheet --variant 0 -o a.pdf",
                                      "worksheet --variant -1 -o a.pdf",
                                      "worksheet -o a.pdf --key a.pdf",
                                      "worksheet -o a.pdf --key none/k.pdf",
                                      "worksheet -o none/a.pdf --key k.pdf",
                                      "worksheet missing.json -o a.pdf",
                                      "worksheet --item 2 -o a.pdf",
                                      "storyboard -o a.pdf",
                                      "storyboard --preset masks -o a.mov",
                                      "storyboard --preset masks --seconds 0 -o a.gif",
                                      "storyboard --preset masks --seconds nan -o a.gif",
                                      "storyboard --preset masks --dpi nan -o a.gif",
                                      "storyboard --preset masks --dpi -nan --format png -o a",
                                      "storyboard --preset masks --head 0 -o a.pdf",
                                      "storyboard --preset masks --format gif -o a",
                                      "storyboard --preset masks --format png -o none/deep",
                                      "notes --preset masks -o a.tex",
                                      "slides --preset masks -o a.pdf",
                                      "handout --preset masks --all-layers -o a.html",
                                      "handout --preset masks -o a.pdf",
                                      "handout --preset masks --notation mine -o a.html",
                                      "handout --preset masks --item 7 -o a.html",
                                      "handout --preset masks -o none/a.html"}) {
        const Finished refused = start(request);
        EXPECT_EQ(refused.status, 2) << request;
        EXPECT_TRUE(is_one_line(refused.errors)) << request << ": " << refused.errors;
        EXPECT_EQ(folder_.count_files(), 0U) << request;
    }
    EXPECT_EQ(start("worksheet --stages , -o a.pdf").errors,
              "attention-lab: --stages ,: “” is no stage; expected names such as Q,scores,A,O,Y\n");
}

TEST_F(BookCommands, WriteAHandoutAndAStoryboardOfALecture) {
    ASSERT_EQ(start("lesson new --lecture --preset who-and-where -o lecture.json").status, 0);
    const Finished made = start("handout lecture.json --notation paper -o handout.html");
    ASSERT_EQ(made.status, 0) << made.errors;
    if (is_installed("xmllint"))
        EXPECT_EQ(tool({"xmllint", "--noout", "handout.html"}).errors, "");
    const std::string html = text_of("handout.html");
    for (const char* const part : {"<section id=\"scene-3\">", "<h3>Question</h3>", "<details><summary>Answer"})
        EXPECT_TRUE(contains(html, part)) << part;
    EXPECT_FALSE(contains(html, "scene-4"));
    const Finished story = start("storyboard lecture.json -o frames --format png");
    ASSERT_EQ(story.status, 0) << story.errors;
    EXPECT_TRUE(std::filesystem::exists(folder_ / "frames" / "scene-03.png"));
    EXPECT_EQ(start("handout lecture.json -o lecture.json").status, 2) << "no lecture is written over";
}

} // namespace
} // namespace attn
