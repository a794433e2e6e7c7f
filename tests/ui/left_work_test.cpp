// Unsaved work, from the change that is kept to the offer at the next start.

#include "core/document/files/session_file.h"
#include "tests/comes_about.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <chrono>
#include <filesystem>
#include <gtest/gtest.h>
#include <memory>

namespace attn {
namespace {

class UnsavedInAWindow : public testing::Test {
protected:
    std::filesystem::path home() const { return folder_ / "unsaved"; }
    AppOptions options() const {
        AppOptions options;
        options.journal = JournalOptions{home(), std::chrono::hours(1)};
        return options;
    }
    std::unique_ptr<OffscreenWindow> window(const std::string& name = "by-hand") const {
        return std::make_unique<OffscreenWindow>(preset(name), 1440.0F, 900.0F, options());
    }
    static void change(OffscreenWindow& window, float value = 0.125F) {
        ASSERT_TRUE(window.app().edit(SetCell{*parse_cell_name("W_Q/1[1,1]"), value}));
        window.settle();
    }
    static float changed_cell(OffscreenWindow& window) {
        return window.app().trace().value(*parse_cell_name("W_Q/1[1,1]"));
    }
    /// Changes a session in a window that then ends without being asked.
    void leave(const std::string& name = "by-hand", float value = 0.125F) const {
        const auto ended = window(name);
        change(*ended, value);
    }
    std::size_t journals() const { return names_in(home(), 100).size(); }

    TemporaryFolder folder_;
};

TEST_F(UnsavedInAWindow, NothingIsKeptOrOfferedWhereNothingWasChanged) {
    const auto first = window();
    EXPECT_FALSE(std::filesystem::exists(home()));
    EXPECT_FALSE(first->shows("left-work"));
}

TEST_F(UnsavedInAWindow, AChangeIsKeptAndGoneWhenItIsTakenBack) {
    const auto changed = window();
    change(*changed);
    changed->app().flush_journal();
    ASSERT_EQ(journals(), 1U);
    const Result<UnsavedWork> work = read_left_work(home() / names_in(home(), 1).front());
    ASSERT_TRUE(work) << work.error().message;
    EXPECT_EQ(work->session->layer().heads.front().W_Q(0, 0), 0.125F);
    EXPECT_FALSE(work->picture.empty());
    changed->key("ctrl+z");
    changed->app().flush_journal();
    EXPECT_EQ(journals(), 0U);
}

TEST_F(UnsavedInAWindow, ItIsGoneWhenItIsSaved) {
    const auto changed = window();
    change(*changed);
    changed->key("ctrl+shift+s");
    ASSERT_TRUE(changed->shows("field:save-path"));
    changed->type((folder_ / "tea.json").string());
    changed->settle();
    changed->app().flush_journal();
    EXPECT_EQ(journals(), 0U);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "tea.json"));
}

TEST_F(UnsavedInAWindow, ItIsGoneWhenTheUserDiscardsItOnClosing) {
    {
        const auto changed = window();
        change(*changed);
        changed->app().ask_to_close();
        changed->settle();
        changed->click("action:unsaved/discard");
    }
    EXPECT_EQ(journals(), 0U);
}

TEST_F(UnsavedInAWindow, LeftBehindItIsOfferedAndOpened) {
    leave();
    const auto next = window("who-and-where");
    EXPECT_EQ(next->says("left-work"), "1");
    EXPECT_NE(next->says("left-work/1.when").find(", "), std::string::npos);
    next->click("action:left-open/1");
    EXPECT_FALSE(next->shows("dialog"));
    EXPECT_EQ(changed_cell(*next), 0.125F);
    EXPECT_TRUE(next->app().unsaved());
    EXPECT_EQ(next->says("notice").find("Recovered as it was on "), 0U) << next->says("notice");
    next->app().flush_journal();
    EXPECT_EQ(journals(), 1U) << "what was left is now this window's";
    EXPECT_EQ(find_left_work(home()).works.size(), 0U);
}

TEST_F(UnsavedInAWindow, OpenedAndLeftOnceMoreItIsOfferedOnceMore) {
    leave();
    {
        const auto next = window("who-and-where");
        next->click("action:left-open/1");
        change(*next, 7);
    }
    const auto third = window("who-and-where");
    EXPECT_EQ(third->says("left-work"), "1");
    third->key("enter");
    EXPECT_EQ(changed_cell(*third), 7);
}

TEST_F(UnsavedInAWindow, ItKnowsTheFileThatItIsOfAndDoesNotTouchIt) {
    const std::filesystem::path file = folder_ / "tea.json";
    ASSERT_TRUE(save_session(preset("by-hand"), file));
    {
        AppOptions of_file = options();
        of_file.file = file;
        OffscreenWindow ended(preset("by-hand"), 1440, 900, of_file);
        change(ended);
    }
    const Result<Session> saved = load_session(file);
    ASSERT_TRUE(saved);
    EXPECT_NE(saved->layer().heads.front().W_Q(0, 0), 0.125F);
    const auto next = window("who-and-where");
    EXPECT_EQ(next->says("left-work/1.name"), "tea.json");
    next->click("action:left-open/1");
    EXPECT_EQ(next->settle().title, "tea.json • – Attention Lab");
}

TEST_F(UnsavedInAWindow, SavedOverWhatOthersWroteMeanwhileItAsks) {
    const std::filesystem::path file = folder_ / "tea.json";
    ASSERT_TRUE(save_session(preset("by-hand"), file));
    for (const bool by_others : {false, true}) {
        {
            AppOptions of_file = options();
            of_file.file = file;
            OffscreenWindow ended(*load_session(file), 1440, 900, of_file);
            change(ended, by_others ? 0.25F : 0.125F);
        }
        if (by_others)
            ASSERT_TRUE(save_session(preset("red-fox"), file));
        const auto next = window("who-and-where");
        next->click("action:left-open/1");
        next->settle();
        next->key("ctrl+s");
        next->settle();
        EXPECT_EQ(next->shows("action:replace/yes"), by_others);
        EXPECT_EQ(load_session(file)->layer().sequence.items.front().front(), by_others ? "red" : "tea");
    }
}

TEST_F(UnsavedInAWindow, LaterKeepsItForTheMenuAndTheNextStart) {
    leave();
    {
        const auto next = window("who-and-where");
        next->click("action:close");
        EXPECT_FALSE(next->shows("left-work"));
        next->click("action:menu/file");
        next->click("action:left-work");
        EXPECT_TRUE(next->shows("action:left-open/1"));
        next->key("escape");
    }
    EXPECT_EQ(window("who-and-where")->says("left-work"), "1");
}

TEST_F(UnsavedInAWindow, DiscardedItGoesAndTheOthersStay) {
    leave("by-hand", 1);
    leave("by-hand", 2);
    const auto next = window("who-and-where");
    EXPECT_EQ(next->says("left-work"), "2");
    next->key("d");
    EXPECT_EQ(next->says("left-work"), "1");
    EXPECT_EQ(journals(), 1U);
    next->key("d");
    EXPECT_FALSE(next->shows("dialog"));
    EXPECT_EQ(journals(), 0U);
    next->click("action:menu/file");
    EXPECT_FALSE(next->shows("action:left-work"));
}

TEST_F(UnsavedInAWindow, KeysReachEveryButton) {
    leave("by-hand", 1);
    leave("by-hand", 2);
    const auto next = window("who-and-where");
    const auto marked = [&] { return next->app().workspace().overlay->marked; };
    next->key("right");
    EXPECT_EQ(marked(), 1);
    next->key("down");
    EXPECT_EQ(marked(), 3);
    next->key("down");
    EXPECT_EQ(marked(), 4);
    next->key("tab");
    EXPECT_EQ(marked(), 0);
    next->key("left");
    EXPECT_EQ(marked(), 4);
    next->key("enter");
    EXPECT_FALSE(next->shows("dialog"));
    EXPECT_EQ(journals(), 2U);
}

TEST_F(UnsavedInAWindow, ChangesMadeBeforeItIsOpenedAreOneUndoAway) {
    leave();
    const auto next = window("by-hand");
    next->key("escape");
    change(*next, 7);
    next->click("action:menu/file");
    next->click("action:left-work");
    next->click("action:left-open/1");
    EXPECT_FALSE(next->shows("action:unsaved/discard"));
    EXPECT_EQ(changed_cell(*next), 0.125F);
    EXPECT_NE(next->says("notice").find("Undo goes back to By hand, with your changes."), std::string::npos)
        << next->says("notice");
    next->app().flush_journal();
    EXPECT_EQ(journals(), 2U) << "both are kept";
    next->key("ctrl+z");
    EXPECT_EQ(changed_cell(*next), 7);
}

TEST_F(UnsavedInAWindow, WhatWasLeftByOpeningIsOfferedAtTheNextStart) {
    {
        const auto ended = window();
        change(*ended);
        ended->click("action:menu/presets");
        ended->click("action:preset/masks");
        ended->app().flush_journal();
        EXPECT_EQ(journals(), 1U);
    }
    const auto next = window("who-and-where");
    EXPECT_EQ(next->says("left-work"), "1");
    next->click("action:left-open/1");
    EXPECT_EQ(changed_cell(*next), 0.125F);
}

TEST_F(UnsavedInAWindow, WhatIsLeftByOpeningIsOnTheDiskBeforeTheIntervalIsOver) {
    const auto left = window();
    const auto kept = [&]() -> std::optional<float> {
        for (const std::string& name : names_in(home(), 100))
            if (const Result<UnsavedWork> work = read_left_work(home() / name))
                return work->session->layer().heads.front().W_Q(0, 0);
        return std::nullopt;
    };
    change(*left, 0.125F);
    ASSERT_TRUE(comes_about([&] { return kept() == 0.125F; }));
    change(*left, 0.25F); // waits for an hour
    left->click("action:menu/presets");
    left->click("action:preset/masks");
    EXPECT_TRUE(comes_about([&] { return kept() == 0.25F; }));
}

TEST_F(UnsavedInAWindow, ThatUndoComesBackToFromTheFirstMinuteStaysKept) {
    {
        const auto ended = window();
        change(*ended);
        ended->click("action:menu/help");
        ended->click("action:start");
        ended->app().flush_journal();
        EXPECT_EQ(journals(), 1U);
        ended->key("ctrl+z");
        EXPECT_EQ(changed_cell(*ended), 0.125F);
    }
    EXPECT_EQ(find_left_work(home()).works.size(), 1U);
}

TEST_F(UnsavedInAWindow, EditedAndOpenedInOneFrameItIsKeptToo) {
    {
        const auto ended = window();
        ASSERT_TRUE(ended->app().edit(SetCell{*parse_cell_name("W_Q/1[1,1]"), 0.125F}));
        ended->app().show(preset("masks"));
        ended->settle();
    }
    EXPECT_EQ(find_left_work(home()).works.size(), 1U);
}

TEST_F(UnsavedInAWindow, EachDocumentIsKeptByItself) {
    {
        const auto ended = window();
        change(*ended);
        ended->app().show(preset("who-and-where"));
        ended->settle();
        change(*ended, 3);
        ended->app().show(preset("masks"));
        ended->settle();
        ended->app().flush_journal();
        EXPECT_EQ(journals(), 2U);
        ended->key("ctrl+z");
        ended->key("ctrl+z");
        ended->app().flush_journal();
        EXPECT_EQ(journals(), 1U) << "of who-and-where nothing is left that is not saved";
        ended->key("ctrl+y");
    }
    EXPECT_EQ(find_left_work(home()).works.size(), 2U);
}

TEST_F(UnsavedInAWindow, ClosedByItsUserNothingIsLeftOfAnyDocument) {
    {
        const auto changed = window();
        change(*changed);
        changed->app().show(preset("masks"));
        changed->settle();
        changed->app().ask_to_close();
        changed->settle();
        changed->click("action:unsaved/discard");
    }
    EXPECT_EQ(journals(), 0U);
}

TEST_F(UnsavedInAWindow, RecoveredWorkThatUndoLeadsBackFromIsOfferedOnceMore) {
    leave();
    {
        const auto next = window("who-and-where");
        next->click("action:left-open/1");
        next->key("ctrl+z");
        EXPECT_EQ(next->says("token:1"), "rose");
        change(*next, 3);
        next->app().flush_journal();
        next->app().ask_to_close();
        next->settle();
        next->click("action:unsaved/discard");
    }
    const FoundLeftWork found = find_left_work(home());
    ASSERT_EQ(found.works.size(), 1U);
    EXPECT_EQ(read_left_work(found.works.front().label().folder)->session->layer().heads.front().W_Q(0, 0), 0.125F);
}

TEST_F(UnsavedInAWindow, MoreThanFitAreOfferedInTurn) {
    for (int i = 0; i < 5; ++i)
        leave("by-hand", static_cast<float>(i));
    OffscreenWindow next(preset("by-hand"), 1280, 720, options());
    EXPECT_EQ(next.says("left-work"), "5");
    EXPECT_TRUE(next.shows("action:left-discard/3"));
    EXPECT_FALSE(next.shows("action:left-discard/4"));
    next.click("action:left-discard/3");
    EXPECT_EQ(next.says("left-work"), "4");
}

TEST_F(UnsavedInAWindow, AnUnusableFolderIsSaidInOneLine) {
    std::filesystem::create_directory(folder_ / "elsewhere");
    std::filesystem::create_directory_symlink(folder_ / "elsewhere", home());
    const auto next = window();
    EXPECT_NE(next->says("notice").find("symbolic link"), std::string::npos) << next->says("notice");
}

} // namespace
} // namespace attn
