#include "core/export/document.h"
#include "core/export/figure_file.h"
#include "core/export/figure_set.h"
#include "core/files/file.h"
#include "tests/core/figure/figures.h"
#include "tests/folders.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

// The export dialog, used by somebody who needs a figure.

namespace attn {
namespace {

using testing::HasSubstr;

std::filesystem::path fonts() {
    return assets_folder() / "fonts";
}

std::string figure_of_command_line(const Session& session, const FigureRequest& request, std::string_view ending) {
    const auto content = figure_content(request, test::Drawn(session).source(), ending);
    EXPECT_TRUE(content) << (content ? "" : content.error().message);
    return content ? content->bytes : "";
}

std::string text_of(const std::filesystem::path& path) {
    const auto text = read_text_file(path);
    EXPECT_TRUE(text) << (text ? "" : text.error().message);
    return text ? *text : "";
}

void choose(OffscreenWindow& window, const std::string& option, const std::string& value) {
    window.click("action:export/list/" + option);
    window.click("action:export/set/" + option + "/" + value);
}

TEST(ExportDialog, WritesWhatWasChosenInIt) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+e");
    choose(window, "kind", "heads");
    choose(window, "stage", "scores");
    choose(window, "notation", "paper");
    window.fill_in("field:export/width", "14");
    window.click("action:export/set/limits/stage");
    window.click("action:export/set/palette/yes");
    window.click("action:export/set/format/svg");
    EXPECT_THAT(window.says("export.size"), HasSubstr("14.0 × "));
    window.fill_in("field:picture-path", (folder / "a.svg").string());
    FigureRequest request;
    request.kind = "heads";
    request.array = ArrayId::scores;
    request.head = 1;
    request.notation = "paper";
    request.width = 14;
    request.limits = FigureLimits::stage;
    request.palette = FigurePalette::grey;
    EXPECT_EQ(text_of(folder / "a.svg"), figure_of_command_line(preset("who-and-where"), request, "svg"));
    EXPECT_TRUE(window.shows("action:export/tab/figure")) << "more may follow";
    EXPECT_THAT(window.says("export.said"), HasSubstr("a.svg"));
    window.fill_in("field:picture-path", (folder / "b.svg").string());
    EXPECT_EQ(text_of(folder / "b.svg"), text_of(folder / "a.svg"));
    choose(window, "kind", "heatmap");
    EXPECT_FALSE(window.shows("export.said")) << "of another figure";
}

TEST(ExportDialog, SaysWithTheFolderWhereTheFileIs) {
    const TemporaryFolder folder;
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.type("a.svg");
    std::filesystem::current_path(before);
    EXPECT_THAT(window.says("export.said"), HasSubstr((folder / "a.svg").string()));
    window.click("action:export/set/palette/yes");
    EXPECT_THAT(window.says("export.said"), testing::Not(HasSubstr("a.svg"))) << "that file has other colours";
}

/// True if the words stand between the two buttons, of which one may be missing, and touch neither.
bool stands_between(const OffscreenWindow& window, const char* words, const char* left, const char* right) {
    const Box place = window.place_of(words);
    return (!window.shows(left) || window.place_of(left).right() < place.x) &&
           (!window.shows(right) || place.right() < window.place_of(right).x);
}

TEST(ExportDialog, FixedLimitsBeginWithTheRangeInSight) {
    OffscreenWindow window(preset("who-and-where"));
    for (const ArrayId stage : {ArrayId::A, ArrayId::scores}) {
        window.show(stage, PictureId::heatmap);
        window.click("action:menu/range");
        const std::string low = window.says("field:range-low");
        const std::string high = window.says("field:range-high");
        ASSERT_FALSE(low == "-1" && high == "1") << "which any matrix would begin with";
        window.key("escape");
        window.key("ctrl+e");
        window.click("action:export/set/limits/fixed");
        EXPECT_EQ(window.says("field:export/lowest"), low) << array_name(stage);
        EXPECT_EQ(window.says("field:export/highest"), high) << array_name(stage);
        window.fill_in("field:export/highest", "50");
        window.click("action:export/set/limits/fixed");
        EXPECT_EQ(window.says("field:export/highest"), "50") << "what was typed stays";
        window.key("escape");
        window.key("escape");
    }
}

TEST(ExportDialog, CountsPagesAsTheirFeetDoBetweenTheArrows) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    window.find("worksheet");
    std::set<std::string> said;
    for (int page = 0; page < 40 && said.insert(window.says("export.size")).second; ++page) {
        EXPECT_TRUE(stands_between(window, "export.size", "action:export/page/previous", "action:export/page/next"))
            << window.says("export.size");
        if (window.shows("action:export/page/next"))
            window.click("action:export/page/next");
    }
    EXPECT_TRUE(std::ranges::any_of(said, [](const std::string& one) { return one.starts_with("sheet 1 of "); }));
    EXPECT_TRUE(std::ranges::any_of(said, [](const std::string& one) { return one.starts_with("key 1 of "); }));
    EXPECT_TRUE(std::ranges::none_of(said, [](const std::string& one) { return one.starts_with("page "); }));
}

TEST(ExportDialog, EnterInTheFieldOfTheKeyWrites) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    window.find("worksheet");
    window.click("field:document-path");
    window.key("ctrl+a");
    window.write((folder / "sheet.pdf").string());
    window.click("field:export/key");
    window.write((folder / "key.pdf").string());
    window.key("enter");
    window.settle();
    EXPECT_TRUE(std::filesystem::exists(folder / "sheet.pdf"));
    EXPECT_TRUE(std::filesystem::exists(folder / "key.pdf"));
    EXPECT_THAT(window.says("export.said"), HasSubstr("its key in "));
}

TEST(ExportDialog, SaysWhereTheFileWentUntilSomethingElseIsChosenAndInItsTabAlone) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.type((folder / "a.svg").string());
    window.app().workspace().notice.reset(); // as it goes after some seconds
    window.settle();
    EXPECT_THAT(window.says("export.said"), HasSubstr("a.svg"));
    window.click("action:export/tab/document");
    EXPECT_FALSE(window.shows("export.said")) << window.says("export.said");
    window.click("action:export/tab/figure");
    EXPECT_THAT(window.says("export.said"), HasSubstr("a.svg"));
    window.click("action:export/set/palette/yes");
    EXPECT_FALSE(window.shows("export.said"));
}

TEST(ExportDialog, ProposesTheNameOfWhatIsShown) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    EXPECT_EQ(window.says("field:picture-path"), "A.png");
    window.key("escape");
    window.key("escape");
    window.show(ArrayId::Q, PictureId::token);
    window.key("ctrl+e");
    EXPECT_EQ(window.says("field:picture-path"), "one-token.png");
}

TEST(ExportDialog, OpensOnTheViewThatIsShownWhateverItIs) {
    OffscreenWindow window(preset("who-and-where"));
    window.click("action:step/scores");
    window.key("ctrl+p");
    window.type("View: bilinear");
    window.key("ctrl+e");
    EXPECT_EQ(window.says("export.kind"), "bilinear");
    EXPECT_EQ(window.says("export.stage"), "scores");
}

TEST(ExportDialog, HasAllItsLinesWithinItsFrame) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    window.key("ctrl+e");
    window.click("action:export/set/format/tex"); // TeX has one option more
    ASSERT_TRUE(window.shows("action:export/set/set/film"));
    EXPECT_LE(window.place_of("action:export/set/set/film").bottom(), 720 - 16);
    window.click("action:export/tab/document");
    EXPECT_TRUE(window.shows("action:export/list/notation"));
    window.click("action:export/list/notation");
    EXPECT_TRUE(window.shows("action:export/set/notation/nxd"));
}

TEST(ExportDialog, SaysWhyAKindDoesNotGoWithTheStage) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+e");
    choose(window, "kind", "product");
    EXPECT_THAT(window.says("export.problem"), HasSubstr("that goes with Q K V scores"));
    EXPECT_FALSE(window.shows("action:export/save"));
    choose(window, "stage", "scores");
    EXPECT_TRUE(window.shows("action:export/save"));
}

TEST(ExportDialog, CallsRowsAndColumnsAsTheyAreSeen) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+e");
    EXPECT_EQ(window.says("label:export/row"), "Mark row");
    window.click("action:export/set/tokens/yes");
    EXPECT_EQ(window.says("label:export/row"), "Mark column");
    EXPECT_EQ(window.says("label:export/column"), "row");
    window.click("action:export/tab/document");
    EXPECT_EQ(window.says("label:export/row"), "Mark row") << "a document has an answer of its own";
}

TEST(ExportDialog, NamesNoOptionOfACommand) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+e");
    choose(window, "kind", "product");
    choose(window, "stage", "scores");
    window.fill_in("field:export/height", "3");
    EXPECT_THAT(window.says("export.problem"), HasSubstr("this figure needs a height of"));
    EXPECT_THAT(window.says("export.problem"), testing::Not(HasSubstr("--")));
}

TEST(ExportDialog, OffersNoHeadWhereAllAreShown) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+e");
    EXPECT_TRUE(window.shows("action:export/list/head"));
    choose(window, "kind", "heads");
    EXPECT_FALSE(window.shows("action:export/list/head"));
}

TEST(ExportDialog, SaysWhichFilesNotesAndSlidesAre) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+e");
    window.click("action:export/tab/document");
    choose(window, "document", "notes");
    EXPECT_EQ(window.says("export.lines"),
              "A folder for LaTeX: section.tex, which compiles as it is, and its figures.");
    EXPECT_FALSE(window.shows("export.page"));
    EXPECT_TRUE(window.shows("action:export/save"));
    choose(window, "document", "slides");
    EXPECT_THAT(window.says("export.lines"), HasSubstr("deck.tex"));
}

TEST(ExportDialog, AsksForASectionOfWhatHasSections) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    EXPECT_FALSE(window.shows("action:export/list/section"));
    choose(window, "kind", "notes");
    EXPECT_EQ(window.says("export.section"), "");
    choose(window, "section", "A");
    EXPECT_EQ(window.app().workspace().exporting.figure.section, ArrayId::A);
    EXPECT_TRUE(window.shows("action:export/save"));
    choose(window, "kind", "heads");
    EXPECT_TRUE(window.shows("action:export/save")) << "which has none";
}

TEST(ExportDialog, RefusesWhatIsNoNumberBesideThePathAndKeepsTheOldOne) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.fill_in("field:export/type", "900");
    EXPECT_THAT(window.says("field.problem"), HasSubstr("expected 3 to 72"));
    window.key("escape");
    EXPECT_EQ(window.says("field:export/type"), "7.6");
    EXPECT_TRUE(window.shows("action:export/tab/figure"));
}

TEST(ExportDialog, IsWalkedByTabAndChangedByArrowKeys) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.key("tab");
    const std::string before = window.says("export.kind");
    window.key("right");
    EXPECT_NE(window.says("export.kind"), before);
    window.key("left");
    EXPECT_EQ(window.says("export.kind"), before);
    for (int i = 0; i < 3; ++i) // the stage, the head, then the field of the marked row
        window.key("tab");
    window.write("2");
    window.key("tab");
    EXPECT_EQ(window.says("field:export/row"), "2");
}

TEST(ExportDialog, ListsAreWalkedByArrowKeysAndReturnChoosesInThemAndWritesNothing) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+e");
    window.key("ctrl+a");
    window.write((folder / "a.svg").string());
    window.click("action:export/list/kind");
    const std::string before = window.says("export.kind");
    window.key("down");
    window.key("enter");
    EXPECT_NE(window.says("export.kind"), before);
    EXPECT_FALSE(window.shows("action:export/set/kind/heads")) << "what was chosen closes it";
    EXPECT_TRUE(window.shows("action:export/tab/figure"));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    window.click("action:export/list/kind");
    window.key("up");
    window.key("enter");
    EXPECT_EQ(window.says("export.kind"), before);
    window.key("enter");
    EXPECT_TRUE(std::filesystem::exists(folder / "a.svg")) << "where no list is open Return writes, as ever";
}

TEST(ExportDialog, AListInFocusIsOpenedByReturn) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+e");
    window.key("tab");
    const std::string before = window.says("export.kind");
    window.key("enter");
    ASSERT_TRUE(window.shows("action:export/set/kind/heads"));
    window.key("down");
    window.key("enter");
    EXPECT_NE(window.says("export.kind"), before);
    EXPECT_FALSE(window.shows("action:export/set/kind/heads"));
    window.key("right");
    EXPECT_TRUE(window.shows("action:export/tab/figure"));
}

TEST(ExportDialog, AsksBeforeItReplacesAFileThatItDidNotWrite) {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "a.svg";
    std::ofstream(path) << "somebody's";
    OffscreenWindow window(preset("who-and-where"));
    const auto write = [&] {
        window.key("ctrl+e");
        window.key("ctrl+a");
        window.type(path.string());
    };
    write();
    EXPECT_THAT(window.says("replacing.reason"), HasSubstr("already"));
    EXPECT_EQ(text_of(path), "somebody's");
    window.key("escape");
    EXPECT_EQ(text_of(path), "somebody's");
    write();
    window.key("enter"); // pressed twice
    EXPECT_EQ(text_of(path), "somebody's");
    EXPECT_EQ(window.says("field:picture-path"), path.string()) << "another name is asked for";
    window.key("enter");
    window.click("action:replace/yes");
    const std::string figure = text_of(path);
    EXPECT_THAT(figure, HasSubstr("<svg"));
    window.key("tab");
    write();
    EXPECT_FALSE(window.shows("action:replace/yes")) << "what it wrote itself it writes again";
    EXPECT_NE(text_of(path), "somebody's");
}

TEST(ExportDialog, AsksBeforeItWritesIntoAFolderThatHasFiles) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "figures");
    std::ofstream(folder / "figures" / "mine.txt") << "mine";
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+e");
    window.click("action:export/add");
    window.click("action:export/tab/listed");
    window.fill_in("field:folder-path", (folder / "figures").string());
    EXPECT_THAT(window.says("replacing.reason"), HasSubstr("folder"));
    window.click("action:replace/yes");
    EXPECT_TRUE(std::filesystem::exists(folder / "figures" / "mine.txt"));
    EXPECT_GE(std::distance(std::filesystem::directory_iterator(folder / "figures"), {}), 2);
}

TEST(ExportDialog, FollowsThePathsEndingAndGivesItOne) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.click("action:export/set/format/tex");
    EXPECT_THAT(window.says("field:picture-path"), testing::EndsWith(".tex"));
    window.fill_in("field:picture-path", (folder / "a").string());
    EXPECT_TRUE(std::filesystem::exists(folder / "a.tex"));
}

TEST(ExportDialog, SaysBesideThePathWhatKeepsItFromBeingWritten) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.type((folder / "missing" / "a.svg").string());
    EXPECT_THAT(window.says("field.problem"), HasSubstr("there is no folder"));
    EXPECT_TRUE(window.shows("field:picture-path"));
    std::filesystem::create_symlink("/dev/full", folder / "full.svg");
    window.key("ctrl+a");
    window.type((folder / "full.svg").string());
    EXPECT_THAT(window.says("field.problem"), HasSubstr("No space left"));
    EXPECT_EQ(folder.count_files(), 1U);
}

TEST(ExportDialog, ListsFoldersForThePathThatIsTypedAndKeepsTheFilesName) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "figures");
    std::ofstream(folder / "session.json") << "{}";
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    EXPECT_FALSE(window.shows("action:choose/1")) << "the preview is in sight until the path is used";
    window.write((folder / "a.svg").string());
    EXPECT_EQ(window.says("action:choose/1"), "../");
    EXPECT_EQ(window.says("action:choose/2"), "figures/");
    EXPECT_FALSE(window.shows("action:choose/3")) << "no figure takes the place of a session";
    window.click("action:choose/2");
    EXPECT_EQ(window.says("field:picture-path"), (folder / "figures/a.svg").string());
    EXPECT_EQ(window.says("action:choose/1"), "../") << "it is listed on";
    window.key("enter");
    EXPECT_TRUE(std::filesystem::exists(folder / "figures/a.svg"));
}

TEST(ExportDialog, AddsRecipesToTheSessionThatCanBeTakenBack) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.click("action:export/add");
    window.click("action:export/add");
    const auto& figures = window.app().session().figures;
    ASSERT_EQ(figures.size(), 2U);
    EXPECT_EQ(figures[0].name, "A");
    EXPECT_EQ(figures[1].name, "A-2");
    window.click("action:export/tab/listed");
    EXPECT_EQ(window.says("action:export/recipe/2"), "A-2");
    window.click("action:export/remove/1");
    EXPECT_EQ(window.app().session().figures.size(), 1U);
    window.key("escape");
    window.key("ctrl+z");
    window.key("ctrl+z");
    window.key("ctrl+z");
    EXPECT_TRUE(window.app().session().figures.empty());
}

TEST(ExportDialog, MakesAllFiguresOfTheSessionAgain) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.click("action:export/add");
    choose(window, "kind", "pipeline");
    window.click("action:export/add");
    window.click("action:export/tab/listed");
    window.click("action:export/set/listed-format/svg");
    window.fill_in("field:folder-path", (folder / "all").string());
    FigureRequest request = window.app().session().figures.front();
    EXPECT_EQ(text_of(folder / "all" / "A.svg"), figure_of_command_line(preset("by-hand"), request, "svg"));
    EXPECT_TRUE(std::filesystem::exists(folder / "all" / "A-2.svg"));
}

TEST(ExportDialog, WritesDocumentsAsTheCommandsDo) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.click("action:export/tab/document");
    EXPECT_EQ(window.says("export.size"), "page 1 of 9");
    window.type((folder / "story.pdf").string());
    window.key("ctrl+e");
    choose(window, "document", "worksheet");
    window.fill_in("field:export/worked", "scores A");
    window.fill_in("field:document-path", (folder / "sheet.pdf").string());
    window.fill_in("field:export/key", (folder / "key.pdf").string()); // the worksheet writes both files
    window.key("ctrl+e");
    choose(window, "document", "code");
    window.fill_in("field:document-path", (folder / "layer.py").string());

    const test::Drawn drawn = test::Drawn::preset("by-hand");
    const FigureSource source = drawn.source();
    const TemporaryFolder expected;
    DocumentRequest request;
    ASSERT_TRUE(write_document(request, source, expected / "story.pdf"));
    request.kind = DocumentKind::worksheet;
    request.sheet.stages = {ArrayId::scores, ArrayId::A};
    request.key = expected / "key.pdf";
    ASSERT_TRUE(write_document(request, source, expected / "sheet.pdf"));
    request.kind = DocumentKind::code;
    ASSERT_TRUE(write_document(request, source, expected / "layer.py"));
    for (const char* file : {"story.pdf", "sheet.pdf", "key.pdf", "layer.py"})
        EXPECT_EQ(text_of(folder / file), text_of(expected / file)) << file;
}

TEST(ExportDialog, KeepsAPathForEachKindOfDocument) {
    const TemporaryFolder folder;
    const std::string mine = (folder / "mine").string();
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.click("action:export/tab/document");
    choose(window, "document", "notes");
    window.fill_in("field:document-path", mine);
    choose(window, "document", "handout");
    EXPECT_EQ(window.says("field:document-path"), "handout.html");
    choose(window, "document", "notes");
    EXPECT_EQ(window.says("field:document-path"), mine);
    window.key("escape");
    window.key("ctrl+e");
    window.click("action:export/tab/document");
    EXPECT_EQ(window.says("field:document-path"), mine);
    choose(window, "document", "slides");
    EXPECT_EQ(window.says("field:document-path"), "slides");
}

TEST(ExportDialog, WritesAPageOfEachHeadWhereAllAreChosen) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    window.click("action:export/tab/document");
    choose(window, "head", "1,2");
    EXPECT_EQ(window.says("export.size"), "page 1 of 15");
    window.fill_in("field:document-path", (folder / "story.pdf").string());
    const test::Drawn drawn = test::Drawn::preset("by-hand");
    const TemporaryFolder expected;
    DocumentRequest request;
    request.shown.head = 0;
    request.shown.more_heads = {1};
    ASSERT_TRUE(write_document(request, drawn.source(), expected / "story.pdf"));
    EXPECT_EQ(text_of(folder / "story.pdf"), text_of(expected / "story.pdf"));
}

TEST(ExportDialog, WritesStepsFilmsAndSeriesAsTheCommandDoes) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+e");
    choose(window, "kind", "product");
    choose(window, "stage", "scores");
    window.click("action:export/set/set/overlay");
    EXPECT_EQ(window.says("export.size"), "page 1 of 6");
    EXPECT_THAT(window.says("field:picture-path"), testing::EndsWith(".pdf"));
    window.fill_in("field:picture-path", (folder / "steps.pdf").string());
    window.key("ctrl+e");
    choose(window, "kind", "product");
    choose(window, "stage", "scores");
    window.click("action:export/set/set/film");
    EXPECT_EQ(window.says("export.size"), "page 1 of 11");
    EXPECT_THAT(window.says("field:picture-path"), testing::EndsWith(".gif"));
    window.fill_in("field:picture-path", (folder / "frames").string());
    window.key("escape");
    window.key("ctrl+e"); // with the stage's own settings again
    window.click("action:export/set/set/all");
    window.fill_in("field:picture-path", (folder / "series").string());

    const test::Drawn drawn = test::Drawn::preset("by-hand");
    const FigureSource source = drawn.source();
    const TemporaryFolder expected;
    FigureSet steps;
    steps.which = FigureSet::Which::overlay;
    steps.request.kind = "product";
    steps.request.array = ArrayId::scores;
    steps.request.head = 0;
    ASSERT_TRUE(write_figure_set(steps, source, fonts(), expected / "steps.pdf"));
    EXPECT_EQ(text_of(folder / "steps.pdf"), text_of(expected / "steps.pdf"));
    EXPECT_TRUE(std::filesystem::exists(folder / "frames" / "frame-011.png"));
    EXPECT_TRUE(std::filesystem::exists(folder / "series" / "14-A-1.png"));
}

TEST(ExportDialog, OfADarkWindowBeginsLightAndArrowKeysChooseWhatCanBeDrawn) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+t");
    ASSERT_EQ(window.app().workspace().look, Look::dark);
    window.show(ArrayId::A, PictureId::heatmap);
    window.key("ctrl+e");
    EXPECT_FALSE(window.app().workspace().exporting.figure.dark);
    window.key("tab");
    for (int i = 0; i < 12; ++i) {
        window.key("right");
        EXPECT_EQ(window.says("export.problem").find("cannot be drawn"), std::string::npos)
            << window.says("export.kind") << " " << window.says("export.problem");
    }
}

} // namespace
} // namespace attn
