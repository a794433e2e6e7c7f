#include "core/document/session/edits.h"
#include "tests/folders.h"
#include "tests/ui/lesson_window.h"

#include <gtest/gtest.h>
#include <imgui.h>

namespace attn {
namespace {

TEST(LectureOfTheFiveNotes, IsLedThroughItsTwelveScenesByOneKey) {
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    window.app().lecture(assets_folder() / "lessons" / "lecture-five-notes.json");
    window.settle();
    const auto run = [&]() -> const LessonRun& { return *window.app().workspace().lesson; };
    window.key("page_down");
    EXPECT_EQ(run().step, 0U) << "first it is shown how it is";
    EXPECT_NE(window.says("lesson.then").find("desserts"), std::string::npos);
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise");
    window.key("page_down");
    EXPECT_EQ(run().step, 1U);
    window.key("n");
    EXPECT_EQ(window.says("lesson.note"), "(not on the screen)") << "first it is said that everybody will read it";
    EXPECT_NE(window.says("notice").find("to everybody"), std::string::npos);
    window.key("n");
    EXPECT_NE(window.says("lesson.note"), "(not on the screen)");
    EXPECT_FALSE(window.shows("notice"));
    window.key("n");
    EXPECT_EQ(window.says("lesson.note"), "(not on the screen)");
    window.key("n");
    EXPECT_NE(window.says("lesson.note"), "(not on the screen)") << "that is said once";
    for (int pressed = 0; !run().now().task && pressed < 20; ++pressed)
        window.key("page_down");
    ASSERT_TRUE(run().now().task);
    const std::size_t live = run().step;
    window.key("page_down");
    EXPECT_EQ(run().step, live);
    EXPECT_EQ(window.says("lesson.state"), "done") << "done before the audience";
    for (int pressed = 0; !run().is_last() && pressed < 20; ++pressed)
        window.key("page_down");
    EXPECT_EQ(run().step, 11U);
    window.key("page_down");
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise") << "the last bet is shown";
    EXPECT_FALSE(window.shows("notice"));
    window.key("page_down");
    EXPECT_NE(window.says("notice").find("last scene"), std::string::npos);
    window.key("page_up");
    EXPECT_EQ(run().step, 10U);
    window.key("escape");
    EXPECT_FALSE(window.app().workspace().lecture);
}

TEST(LectureOfTheFiveNotes, StandsInTheListOfLessonsAndIsFoundByItsName) {
    for (const bool is_searched : {false, true}) {
        OffscreenWindow window(preset("by-hand"), 1280, 720);
        if (is_searched) {
            window.find("a lecture");
        } else {
            window.click("action:menu/help");
            window.click("action:lessons");
            EXPECT_NE(all_words(window).find("A lecture, twelve scenes"), std::string::npos);
            EXPECT_LE(window.place_of("action:lesson/five-notes").bottom(), 720 - 40) << "above the buttons";
            window.click("action:lesson/five-notes");
        }
        window.settle();
        ASSERT_TRUE(window.app().workspace().lesson);
        EXPECT_EQ(window.app().workspace().lesson->lesson->id, "five-notes");
        EXPECT_TRUE(window.app().workspace().lecture) << "on the wall";
        EXPECT_TRUE(window.app().remembered().lessons.empty()) << "it is no part of the course";
    }
}

TEST(LectureOfTheFiveNotes, GoesOnWhereItsTaskCannotBeDoneAnyMore) {
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    window.app().lecture(assets_folder() / "lessons" / "lecture-five-notes.json");
    window.settle();
    const auto run = [&]() -> const LessonRun& { return *window.app().workspace().lesson; };
    for (int pressed = 0; !run().now().task && pressed < 20; ++pressed)
        window.key("page_down");
    ASSERT_TRUE(run().now().task);
    const std::size_t live = run().step;
    // A change that somebody asked for; the task wants nothing else changed.
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::O, 0, 1, 0, 0}, 5}));
    window.settle();
    window.key("page_down");
    EXPECT_EQ(run().step, live);
    EXPECT_EQ(window.says("lesson.state"), "not yet");
    window.key("page_down");
    EXPECT_EQ(run().step, live + 1);
}

TEST(LectureOfTheFiveNotes, HasItsNotesForASecondScreen) {
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    EXPECT_FALSE(window.settle().beside);
    window.app().lecture(assets_folder() / "lessons" / "lecture-five-notes.json");
    EXPECT_TRUE(window.settle().beside);
    const auto notes = [&] {
        ImDrawList list(ImGui::GetDrawListSharedData());
        list._ResetForNewFrame();
        list.PushClipRect({0, 0}, {800, 600});
        Scene scene = window.app().draw_notes(list, {800, 600});
        EXPECT_GT(list.VtxBuffer.Size, 0);
        return scene.values;
    };
    EXPECT_EQ(notes()["notes.scene"], "Scene 1 of 12");
    EXPECT_EQ(notes()["notes.note"], "Let the audience bet by hand. Page Down shows it.");
    EXPECT_EQ(notes()["notes.next"], "Page Down shows how it is.");
    window.key("page_down");
    EXPECT_EQ(notes()["notes.next"], "Page Down: the next scene.");
    window.key("page_down");
    EXPECT_NE(notes()["notes.note"].find("Several sentences at once are B × S × D."), std::string::npos);
    window.key("shift+n"); // d_h
    window.key("shift+n");
    EXPECT_NE(notes()["notes.note"].find("Several sentences at once are B × n × d_model."), std::string::npos)
        << notes()["notes.note"];
}

} // namespace
} // namespace attn
