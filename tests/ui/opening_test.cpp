// Opening, saving and computing that takes time, in an offscreen window.

#include "core/document/files/session_file.h"
#include "core/files/npz.h"
#include "tests/array_files.h"
#include "tests/happens.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace attn {
namespace {

/// A text of `count` words.
std::string many_words(int count) {
    std::string words;
    for (int i = 0; i < count; ++i)
        words += "w" + std::to_string(i % 7) + " ";
    return words;
}

/// Begins to compute that many tokens, and returns true once the window shows progress. Returns false if the work was
/// done before it showed any.
bool begin_long_work(OffscreenWindow& window, int tokens) {
    window.click("field:sentence");
    window.paste(many_words(tokens));
    window.tap("enter");
    bool done = false;
    EXPECT_TRUE(happens([&] {
        if (window.shows("progress"))
            return true;
        done = window.app().trace().sizes().S_q == tokens;
        if (!done)
            window.glance();
        return done;
    })) << "nothing is computed";
    return !done;
}

/// A number of tokens that takes several frames to compute on any machine.
constexpr int endless = 2500;

Session wide_session() {
    Result<Session> session = parse_session(
        R"({"version":1,"tokens":["a","b"],"sizes":{"d_model":1024,"heads":8,"d_k":128,"d_v":128}})", "test", ".");
    return *std::move(session);
}

void write_weights(const std::filesystem::path& path, Index width, float number) {
    const std::vector<float> numbers(static_cast<std::size_t>(width * width), number);
    NpzWriter file(path);
    for (const char* name : {"W_Q", "W_K", "W_V", "W_O"})
        file.add(name, std::array{width, width}, numbers);
    ASSERT_TRUE(file.commit());
}

void write_input(const std::filesystem::path& path, Index tokens, Index width) {
    const std::vector<float> numbers(static_cast<std::size_t>(tokens * width), 0.5F);
    ASSERT_TRUE(write_npy(path, std::array{tokens, width}, numbers));
}

TEST(Opening, LongWorkShowsTheOldNumbersAndHowFarItHasCome) {
    OffscreenWindow window(wide_session());
    ASSERT_TRUE(begin_long_work(window, endless));
    EXPECT_EQ(window.says("progress").substr(0, 9), "Computing") << window.says("progress");
    EXPECT_TRUE(window.shows("action:cancel"));
    EXPECT_EQ(window.app().trace().sizes().S_q, 2) << "the last complete trace is shown";
    EXPECT_EQ(window.app().session().layer().sequence.token_count(), endless);
    EXPECT_TRUE(window.glance().next_frame) << "it moves by itself";
    window.tap("escape");
    window.settle();
}

TEST(Opening, CancelledWorkLeavesTheSessionBeforeTheEdit) {
    OffscreenWindow window(wide_session());
    window.fill_in("field:sentence", "a b c");
    ASSERT_TRUE(begin_long_work(window, endless));
    window.tap("escape");
    EXPECT_FALSE(window.shows("progress"));
    EXPECT_EQ(window.app().session().layer().sequence.token_count(), 3);
    EXPECT_EQ(window.app().trace().sizes().S_q, 3);
    EXPECT_NE(window.says("notice").find("cancelled"), std::string::npos);
    window.key("ctrl+z");
    EXPECT_EQ(window.app().trace().sizes().S_q, 2) << "undo goes on from there";
    window.key("ctrl+y");
    EXPECT_EQ(window.app().trace().sizes().S_q, 3);
    window.key("ctrl+y");
    EXPECT_EQ(window.app().trace().sizes().S_q, 3) << "what was cancelled cannot be done again";
}

TEST(Opening, CancelIsClicked) {
    OffscreenWindow window(wide_session());
    ASSERT_TRUE(begin_long_work(window, endless));
    window.press("action:cancel");
    window.glance();
    EXPECT_EQ(window.app().session().layer().sequence.token_count(), 2);
}

TEST(Opening, AnEditOfWhatIsOnItsWayReplacesIt) {
    OffscreenWindow window(wide_session());
    ASSERT_TRUE(begin_long_work(window, endless));
    window.tap("ctrl+z");
    window.settle();
    EXPECT_EQ(window.app().trace().sizes().S_q, 2) << "nobody waits for what was on its way";
    EXPECT_FALSE(window.shows("progress"));
}

TEST(Opening, WaitingForItGivesWhatComputingAtOnceGives) {
    OffscreenWindow window(wide_session());
    window.fill_in("field:sentence", many_words(200));
    EXPECT_EQ(window.app().trace().sizes().S_q, 200);
    const Trace fresh = Engine(1).compute(window.app().session().layer());
    const CellId cell = *parse_cell_name("Y[200,512]");
    EXPECT_EQ(window.app().trace().value(cell), fresh.value(cell));
}

TEST(Opening, APathThatCannotBeOpenedIsSaidAtTheFieldAndStays) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+o");
    window.type("/nowhere/at-all.json");
    EXPECT_EQ(window.says("field:open-path"), "/nowhere/at-all.json");
    EXPECT_NE(window.says("field.problem").find("No such file"), std::string::npos) << window.says("field.problem");
    window.key("escape");
    EXPECT_FALSE(window.shows("field:open-path"));
}

TEST(Opening, AFileIsReplacedOnlyWhenTheUserKnows) {
    const TemporaryFolder folder;
    std::ofstream(folder / "other.json") << "mine";
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+shift+s");
    window.type((folder / "other.json").string());
    EXPECT_NE(window.says("field.problem").find("is not a session"), std::string::npos) << window.says("field.problem");
    EXPECT_EQ(std::filesystem::file_size(folder / "other.json"), 4U);
    window.key("enter");
    EXPECT_GT(std::filesystem::file_size(folder / "other.json"), 100U);
    window.key("ctrl+shift+s");
    window.type((folder / "other.json").string());
    EXPECT_FALSE(window.shows("field.problem")) << "it is this session's own file";
}

TEST(Opening, RecentFilesAreOfferedByMenuAndByName) {
    const TemporaryFolder folder;
    ASSERT_TRUE(save_session(preset("by-hand"), folder / "tea.json"));
    ASSERT_TRUE(save_session(preset("red-fox"), folder / "fox.json"));
    OffscreenWindow window(preset("who-and-where"));
    for (const char* name : {"tea.json", "fox.json"}) {
        window.app().drop({folder / name});
        window.settle();
    }
    window.click("action:menu/file");
    EXPECT_EQ(window.says("action:recent/1"), "fox.json");
    window.click("action:recent/2");
    EXPECT_EQ(window.says("token:1"), "tea");
    EXPECT_EQ(window.app().remembered().recent,
              (std::vector<std::filesystem::path>{folder / "tea.json", folder / "fox.json"}));
    window.key("ctrl+p");
    window.type("open fox.json");
    EXPECT_EQ(window.says("token:2"), "fox");
    std::filesystem::remove(folder / "tea.json");
    window.click("action:menu/file");
    EXPECT_TRUE(window.shows("action:recent/1"));
    EXPECT_FALSE(window.shows("action:recent/2")) << "it is gone";
}

TEST(Opening, RemembersTenFilesAndTheColours) {
    Remembered remembered;
    for (int i = 0; i < 12; ++i)
        remember_file(remembered, "/somewhere/" + std::to_string(i) + ".json");
    remember_file(remembered, "/somewhere/../somewhere/5.json");
    EXPECT_EQ(remembered.recent.size(), 10U);
    EXPECT_EQ(remembered.recent.front(), "/somewhere/5.json");
    EXPECT_EQ(remembered.recent.back(), "/somewhere/2.json");
    remembered.look = Look::dark;
    OffscreenWindow window(preset("who-and-where"), 1440, 900, {std::nullopt, remembered});
    EXPECT_EQ(window.app().workspace().look, Look::dark);
    window.key("ctrl+t");
    EXPECT_EQ(window.app().remembered().look, Look::light);
}

TEST(Opening, DroppedWeightsReplaceThoseOfTheSessionAndCanBeTakenBack) {
    const TemporaryFolder folder;
    write_weights(folder / "layer.npz", 8, 0.25F);
    OffscreenWindow window(sentence(R"(["a","b","c"])"));
    const float before = window.app().trace().value(*parse_cell_name("W_Q/2[3,1]"));
    window.app().drop({folder / "layer.npz"});
    window.settle();
    EXPECT_EQ(window.app().trace().value(*parse_cell_name("W_Q/2[3,1]")), 0.25F);
    EXPECT_EQ(window.says("token:3"), "c");
    EXPECT_NE(window.says("notice").find("layer.npz"), std::string::npos);
    window.key("ctrl+z");
    EXPECT_EQ(window.app().trace().value(*parse_cell_name("W_Q/2[3,1]")), before);
}

TEST(Opening, DroppedInputBecomesXWithItsOwnNumberOfTokens) {
    const TemporaryFolder folder;
    write_input(folder / "x.npy", 5, 8);
    write_input(folder / "wide.npy", 5, 16);
    OffscreenWindow window(sentence(R"(["a","b","c"])"));
    window.app().drop({folder / "x.npy"});
    window.settle();
    EXPECT_EQ(window.app().trace().sizes().S_q, 5);
    EXPECT_EQ(window.app().trace().value(*parse_cell_name("X[5,8]")), 0.5F);
    window.app().drop({folder / "wide.npy"});
    window.settle();
    EXPECT_NE(window.says("notice").find("(5, 16), expected"), std::string::npos) << window.says("notice");
    window.key("ctrl+z");
    EXPECT_EQ(window.says("token:3"), "c");
}

TEST(Opening, WeightsDroppedTogetherWithTheirInputMakeASession) {
    const TemporaryFolder folder;
    write_weights(folder / "layer.npz", 16, 0.125F);
    write_input(folder / "x.npy", 6, 16);
    OffscreenWindow window(sentence(R"(["a","b","c"])"));
    window.app().drop({folder / "x.npy", folder / "layer.npz"});
    window.settle();
    EXPECT_EQ(window.app().trace().sizes().D, 16);
    EXPECT_EQ(window.app().trace().sizes().S_q, 6);
    EXPECT_FALSE(window.app().unsaved());
}

TEST(Opening, ADropThatCannotBeReadSaysWhatCan) {
    OffscreenWindow window(sentence(R"(["a","b"])"));
    window.app().drop({"/somewhere/cat.png"});
    window.settle();
    EXPECT_NE(window.says("notice").find("cat.png: a session (.json, .attn), weights"), std::string::npos);
    window.app().drop({"/a.json", "/b.json", "/c.json"});
    window.settle();
    EXPECT_NE(window.says("notice").find("3 files"), std::string::npos);
}

TEST(Opening, SavingWhenAskedGoesOnWithWhatWaited) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("who-and-where"));
    window.fill_in("field:sentence", "a rose");
    window.app().ask_to_close();
    window.settle();
    window.key("enter");
    ASSERT_TRUE(window.shows("field:save-path")) << "it has no file yet";
    EXPECT_FALSE(window.glance().closed);
    window.type((folder / "rose.json").string());
    EXPECT_TRUE(window.settle().closed);
    const Result<Session> saved = load_session(folder / "rose.json");
    ASSERT_TRUE(saved);
    EXPECT_EQ(saved->layer().sequence.token_count(), 2);
}

TEST(Opening, WhatWaitedForASaveThatWasGivenUpDoesNotHappenLater) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("who-and-where"));
    window.fill_in("field:sentence", "a rose");
    window.app().ask_to_close();
    window.settle();
    window.key("s");
    window.key("escape");
    window.key("ctrl+s");
    window.type((folder / "rose.json").string());
    EXPECT_FALSE(window.settle().closed);
}

TEST(Opening, TheQuestionIsAnsweredWithArrowsAndEnter) {
    OffscreenWindow window(preset("who-and-where"));
    window.fill_in("field:sentence", "a rose");
    window.key("ctrl+q");
    window.key("left");
    window.key("enter");
    EXPECT_FALSE(window.settle().closed) << "Cancel stands left of Save, round the corner";
    EXPECT_FALSE(window.shows("action:unsaved/save"));
    window.key("ctrl+q");
    window.key("right");
    window.key("enter");
    EXPECT_TRUE(window.settle().closed);
}

TEST(Opening, APresetBeginsInRowsAndWithTheStepsOfTheNotes) {
    OffscreenWindow window(preset("by-hand"));
    window.find("tokens as columns");
    window.key("x");
    ASSERT_TRUE(window.app().session().tokens_as_columns);
    ASSERT_EQ(window.app().workspace().steps, StepsShown::all);
    window.click("action:menu/presets");
    window.click("action:preset/who-and-where");
    EXPECT_FALSE(window.app().session().tokens_as_columns);
    EXPECT_EQ(window.app().workspace().steps, StepsShown::notes);
    window.key("ctrl+z");
    EXPECT_TRUE(window.app().session().tokens_as_columns) << "what was left is as it was";
}

TEST(Opening, ANewFileIsCalledAsThePresetAndOnceItIsChangedAsTheSentence) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+s");
    EXPECT_EQ(window.says("field:save-path"), "who-and-where.json");
    window.key("escape");
    window.fill_in("field:sentence", "a rose, Rosé!");
    window.key("ctrl+s");
    EXPECT_EQ(window.says("field:save-path"), "a-rose-rosé.json");
}

} // namespace
} // namespace attn
