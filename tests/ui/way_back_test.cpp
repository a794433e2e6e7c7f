// Opening is a step like any other: undo returns to the former session, and nothing of it is lost.

#include "core/document/files/session_file.h"
#include "core/files/file.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <array>
#include <gtest/gtest.h>
#include <memory>

namespace attn {
namespace {

const CellId changed_cell{0, ArrayId::W_Q, 0, 0, 1, 0};

void change(OffscreenWindow& window, float value = 0.125F) {
    ASSERT_TRUE(window.app().edit(SetCell{changed_cell, value}));
    window.settle();
}
float number(OffscreenWindow& window) {
    return window.app().trace().value(changed_cell);
}

/// A way in which another session replaces the one that is shown.
struct Way {
    std::string name;
    void (*open)(OffscreenWindow& window, const TemporaryFolder& folder);
    std::string opened; ///< its first token
    bool tells = true;  ///< a message says how to get back
};

std::ostream& operator<<(std::ostream& out, const Way& way) {
    return out << way.name;
}

const std::array ways{
    Way{"preset_by_menu",
        [](OffscreenWindow& window, const TemporaryFolder&) {
            window.click("action:menu/presets");
            window.click("action:preset/masks");
        },
        "rose"},
    Way{"preset_by_name",
        [](OffscreenWindow& window, const TemporaryFolder&) {
            window.key("ctrl+p");
            window.type("masks");
        },
        "rose"},
    Way{"file_by_path",
        [](OffscreenWindow& window, const TemporaryFolder& folder) {
            window.key("ctrl+o");
            window.type((folder / "fox.json").string());
        },
        "red"},
    Way{"dropped_file",
        [](OffscreenWindow& window, const TemporaryFolder& folder) {
            window.app().drop({folder / "fox.json"});
            window.settle();
        },
        "red"},
    Way{"recent_file",
        [](OffscreenWindow& window, const TemporaryFolder&) {
            window.click("action:menu/file");
            window.click("action:recent/1");
        },
        "red"},
    Way{"first_minute",
        [](OffscreenWindow& window, const TemporaryFolder&) {
            window.click("action:menu/help");
            window.click("action:start");
        },
        "s"},
    Way{"see_how",
        [](OffscreenWindow& window, const TemporaryFolder&) {
            window.click("action:menu/help");
            window.click("action:see-how");
        },
        "s"},
    Way{"new_session", [](OffscreenWindow& window, const TemporaryFolder&) { window.key("ctrl+n"); }, "the"},
    Way{"script",
        [](OffscreenWindow& window, const TemporaryFolder&) {
            window.app().show(preset("red-fox"));
            window.settle();
        },
        "red", false}};

class WayBack : public testing::TestWithParam<Way> {
protected:
    WayBack() {
        EXPECT_TRUE(save_session(preset("red-fox"), folder_ / "fox.json"));
        AppOptions options;
        options.remembered.recent = {folder_ / "fox.json"};
        window_ = std::make_unique<OffscreenWindow>(preset("by-hand"), 1440.0F, 900.0F, options);
    }
    static std::string first_token(OffscreenWindow& window) {
        return window.app().session().layer().sequence.items.front().front();
    }

    TemporaryFolder folder_;
    std::unique_ptr<OffscreenWindow> window_;
};

TEST_P(WayBack, FromAnEditedSessionUndoComesBackAndRedoGoesOn) {
    change(*window_);
    window_->app().go_to(ArrayId::W_Q);
    window_->key("alt+2");
    GetParam().open(*window_, folder_);
    EXPECT_EQ(first_token(*window_), GetParam().opened);
    EXPECT_FALSE(window_->shows("action:unsaved/save")) << "nothing is lost, so nobody is asked";
    EXPECT_FALSE(window_->app().unsaved());
    const std::string notice = window_->says("notice");
    EXPECT_EQ(notice.find("Undo goes back to By hand, with your changes.") != std::string::npos, GetParam().tells)
        << notice;

    window_->key("ctrl+z");
    EXPECT_EQ(first_token(*window_), "tea");
    EXPECT_EQ(number(*window_), 0.125F);
    EXPECT_TRUE(window_->app().unsaved());
    EXPECT_EQ(window_->app().workspace().array(), ArrayId::W_Q) << "where one was";
    EXPECT_EQ(window_->app().workspace().head, 1);
    EXPECT_FALSE(lesson_alone(window_->app().workspace()));
    EXPECT_FALSE(window_->app().workspace().lesson);

    window_->key("ctrl+z");
    EXPECT_EQ(first_token(*window_), "tea");
    EXPECT_NE(number(*window_), 0.125F);
    EXPECT_FALSE(window_->app().unsaved());

    window_->key("ctrl+y");
    window_->key("ctrl+y");
    EXPECT_EQ(first_token(*window_), GetParam().opened);
    EXPECT_FALSE(window_->app().unsaved());
    EXPECT_EQ((lesson_alone(window_->app().workspace()) != nullptr), GetParam().name == "first_minute");
    EXPECT_EQ(window_->app().workspace().lesson && !window_->app().workspace().lesson->fills_window(),
              GetParam().name == "see_how");
}

TEST_P(WayBack, OneClickInTheNoticeIsAllThatItTakes) {
    change(*window_);
    GetParam().open(*window_, folder_);
    if (!GetParam().tells)
        return;
    ASSERT_TRUE(window_->shows("notice"));
    window_->click("action:undo");
    EXPECT_EQ(number(*window_), 0.125F);
    EXPECT_EQ(window_->says("notice"), "Back in By hand.");
}

TEST_P(WayBack, OfASessionThatNobodyChangedNothingIsSaid) {
    GetParam().open(*window_, folder_);
    EXPECT_EQ(first_token(*window_), GetParam().opened);
    EXPECT_EQ(window_->says("notice").find("Undo"), std::string::npos);
    window_->key("ctrl+z");
    const bool is_script = !GetParam().tells; // a script begins anew
    EXPECT_EQ(first_token(*window_), is_script ? GetParam().opened : "tea");
    EXPECT_FALSE(window_->app().unsaved());
}

INSTANTIATE_TEST_SUITE_P(Ways, WayBack, testing::ValuesIn(ways), [](const auto& way) { return way.param.name; });

class Documents : public testing::Test {
protected:
    std::string text_of(std::string_view name) const { return *read_text_file(folder_ / name); }
    static void open_file(OffscreenWindow& window, const std::filesystem::path& file) {
        window.app().drop({file});
        window.settle();
    }

    TemporaryFolder folder_;
};

TEST_F(Documents, AreEachSavedToTheirOwnFile) {
    ASSERT_TRUE(save_session(preset("by-hand"), folder_ / "tea.json"));
    ASSERT_TRUE(save_session(preset("red-fox"), folder_ / "fox.json"));
    const std::string fox = text_of("fox.json");
    OffscreenWindow window(preset("who-and-where"));
    open_file(window, folder_ / "tea.json");
    change(window);
    open_file(window, folder_ / "fox.json");
    window.key("ctrl+z");
    EXPECT_EQ(window.settle().title, "tea.json • – Attention Lab");
    window.key("ctrl+s");
    EXPECT_FALSE(window.app().unsaved());
    EXPECT_EQ(load_session(folder_ / "tea.json")->layer().heads[0].W_Q(1, 0), 0.125F);
    EXPECT_EQ(text_of("fox.json"), fox);
    const std::string tea = text_of("tea.json");

    window.key("ctrl+y");
    EXPECT_EQ(window.settle().title, "fox.json – Attention Lab");
    change(window, 0.25F);
    window.key("ctrl+s");
    EXPECT_EQ(load_session(folder_ / "fox.json")->layer().heads[0].W_Q(1, 0), 0.25F);
    EXPECT_EQ(text_of("tea.json"), tea);

    window.key("ctrl+z");
    window.key("ctrl+z");
    EXPECT_EQ(window.settle().title, "tea.json – Attention Lab") << "as it was saved";
    window.key("ctrl+z");
    EXPECT_EQ(window.settle().title, "tea.json • – Attention Lab");
}

TEST_F(Documents, WithoutAFileAskForOneAfterUndoToo) {
    ASSERT_TRUE(save_session(preset("red-fox"), folder_ / "fox.json"));
    const std::string fox = text_of("fox.json");
    OffscreenWindow window(preset("by-hand"));
    change(window);
    open_file(window, folder_ / "fox.json");
    window.key("ctrl+z");
    window.key("ctrl+s");
    EXPECT_EQ(window.says("field:save-path"), "tea-is-hot.json");
    EXPECT_EQ(text_of("fox.json"), fox);
}

TEST_F(Documents, ThatWereLeftWithChangesAreAskedAboutWhenTheWindowCloses) {
    OffscreenWindow window(preset("by-hand"));
    change(window);
    window.app().show(preset("masks"));
    window.settle();
    window.app().ask_to_close();
    window.settle();
    ASSERT_TRUE(window.shows("action:unsaved/save"));
    EXPECT_EQ(window.says("unsaved.text"), "The changes of By hand are in no file. Quitting loses them.");
    window.key("enter");
    EXPECT_FALSE(window.settle().closed);
    EXPECT_EQ(number(window), 0.125F) << "one has gone back to it";
    window.key("ctrl+y");
    ASSERT_TRUE(window.app().edit(SetTokens{0, {"a", "b"}, Side::sequence}));
    window.app().ask_to_close();
    window.settle();
    EXPECT_EQ(window.says("unsaved.text"), "The changes of Masks and By hand are in no file. Quitting loses them.");
    window.key("right");
    window.key("enter");
    EXPECT_TRUE(window.settle().closed);
}

TEST_F(Documents, OfTheFirstMinuteAreNobodysWork) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:menu/help");
    window.click("action:start");
    window.fill_in("field:name", "Anna");
    window.click("action:lesson-next");
    window.click("action:lesson-answer/2");
    window.click("action:see-how");
    EXPECT_EQ(window.says("notice"), "(not on the screen)");
    window.key("ctrl+z");
    EXPECT_TRUE(lesson_alone(window.app().workspace())) << "back in the first minute, where it was left";
    EXPECT_EQ(window.app().workspace().lesson->now().view, StepView::heads);
    window.key("ctrl+y");
    window.app().ask_to_close();
    EXPECT_TRUE(window.settle().closed);
}

TEST_F(Documents, TheNameOfTheFirstMinuteIsUndoneWhereItIsTyped) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:menu/help");
    window.click("action:start");
    window.key("ctrl+a");
    for (const char* letter : {"a", "n", "n", "a"})
        window.write(letter);
    ASSERT_EQ(window.says("readout"), "anna");
    for (int i = 0; i < 4; ++i)
        window.key("ctrl+z");
    EXPECT_EQ(window.says("readout"), "desserts");
    EXPECT_EQ(window.says("field:name"), "stressed");
    window.key("ctrl+z");
    EXPECT_EQ(window.says("token:1"), "tea");
    window.key("ctrl+y");
    window.key("ctrl+y");
    EXPECT_EQ(window.says("field:name"), "a");
}

TEST_F(Documents, ComeBackWithTheirBaseline) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+b");
    change(window);
    window.app().show(preset("masks"));
    window.settle();
    EXPECT_FALSE(window.app().workspace().shows_change);
    window.key("ctrl+z");
    EXPECT_TRUE(window.app().workspace().shows_change);
    window.key("m");
    EXPECT_EQ(window.says("moved.title"), "What moved since the baseline");
}

TEST_F(Documents, WhatMovedIsNotCountedAcrossThem) {
    OffscreenWindow window(preset("by-hand"));
    change(window);
    window.app().show(preset("eight-heads"));
    window.settle();
    window.key("m");
    EXPECT_EQ(window.says("moved.title"), "What moved");
    window.key("escape");
    window.key("ctrl+z");
    window.key("m");
    EXPECT_EQ(window.says("moved.title"), "What moved by “change W_Q⁽¹⁾[2,1]”");
}

} // namespace
} // namespace attn
