#include "core/files/file.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(LessonRecording, AreNotedStepByStepAndOpenedWhenTheyAreSaved) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("four-letters"), 1280, 720);
    const auto choose = [&](const std::string& action) {
        window.click("action:menu/help");
        window.click(action);
    };
    choose("action:lesson-new");
    choose("action:lesson-record"); // which stops
    window.click("cell:A/1[1,4]");
    window.key("alt+insert");
    EXPECT_EQ(window.says("notice"), "Step 1 of the new lesson is a look at what is selected.");
    window.double_click("cell:A/1[1,4]");
    window.key("ctrl+a");
    window.type("0.5");
    window.key("alt+insert");
    EXPECT_EQ(window.says("notice"), "Step 2 of the new lesson is a task: type cell:A/1[1,4] 0.5.");
    choose("action:lesson-save");
    window.key("ctrl+a");
    window.type((folder / "mine.json").string());
    EXPECT_EQ(window.says("lesson.step"), "1 of 2");
    const std::string said = window.says("notice");
    EXPECT_TRUE(said.starts_with("Saved to ") && said.ends_with("attention-lab lesson check")) << said;
    window.key("page_down");
    EXPECT_EQ(window.says("lesson.state"), "not yet");
    for (int hint = 0; hint < 3; ++hint)
        window.click("action:lesson-hint");
    window.settle();
    EXPECT_EQ(window.says("lesson.state"), "done");
}

TEST(LessonRecording, AreOpenedLikeAnyFileByWhoIsGivenOne) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "mine.json", R"({"version": 1, "id": "mine", "number": 0, "title": "Mine",
        "idea": "a map", "names": ["A"], "session": {"preset": "four-letters"}, "steps": [{"text": "Look at the map."}]})"));
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    window.key("ctrl+o");
    window.key("ctrl+a");
    window.type((folder / "mine.json").string());
    EXPECT_EQ(window.says("lesson"), "Mine");
    EXPECT_EQ(window.says("lesson.step"), "1 of 1");
}

TEST(LessonRecording, AreRecordedWhileTheirAuthorWorks) {
    const TemporaryFolder folder;
    OffscreenWindow window(preset("four-letters"), 1280, 720);
    const auto choose = [&](const std::string& action) {
        window.click("action:menu/help");
        window.click(action);
    };
    const auto put = [&](std::string_view cell, std::string_view number) {
        window.double_click(cell);
        window.key("ctrl+a");
        window.type(number);
    };
    const auto steps = [&]() -> const std::vector<DraftStep>& {
        return window.app().workspace().recording->draft.steps;
    };
    choose("action:lesson-new");
    window.click("cell:A/1[1,4]");
    window.click("cell:A/1[3,2]");
    EXPECT_TRUE(steps().empty()) << "what they are selected for is still to come";
    window.app().go_to(ArrayId::W_V);
    window.settle();
    ASSERT_EQ(steps().size(), 1U) << "a look at both";
    EXPECT_EQ(steps()[0].points_at, (std::vector<CellId>{{ArrayId::A, 0, 0, 0, 3}, {ArrayId::A, 0, 0, 2, 1}}));
    put("cell:W_V/1[2,2]", "3");
    put("cell:W_V/1[2,2]", "2");
    ASSERT_EQ(steps().size(), 2U) << "one cell, one step";
    EXPECT_EQ(steps()[1].solution, LessonScript{"type cell:W_V/1[2,2] 2"});
    EXPECT_EQ(steps()[1].points_at, (std::vector<CellId>{{ArrayId::W_V, 0, 0, 1, 1}}));
    put("cell:W_V/1[3,3]", "0");
    ASSERT_EQ(steps().size(), 3U);
    window.key("ctrl+z");
    EXPECT_EQ(steps().size(), 2U) << "what is undone was no step";
    choose("action:lesson-record");
    put("cell:W_V/1[4,4]", "5");
    EXPECT_EQ(steps().size(), 2U) << "nothing is recorded";
    window.key("ctrl+z");
    choose("action:lesson-record");
    window.fill_in("field:sentence", "toot");
    ASSERT_EQ(steps().size(), 3U);
    EXPECT_EQ(steps()[2].solution, LessonScript{"type field:sentence toot"});
    choose("action:lesson-save");
    window.key("ctrl+a");
    window.type((folder / "mine.json").string());
    EXPECT_EQ(window.says("lesson.step"), "1 of 3");
    for (int step = 1; step < 3; ++step) {
        window.key("page_down");
        EXPECT_EQ(window.says("lesson.state"), "not yet");
        for (int hint = 0; hint < 3; ++hint)
            window.click("action:lesson-hint");
        window.settle();
        EXPECT_EQ(window.says("lesson.state"), "done");
    }
    const float of_step_before = window.app().trace().value({ArrayId::W_V, 0, 0, 1, 1});
    window.click("action:lesson-again");
    EXPECT_EQ(window.says("lesson.step"), "3 of 3") << "the same step";
    EXPECT_EQ(window.says("lesson.state"), "not yet");
    EXPECT_EQ(window.app().trace().value({ArrayId::W_V, 0, 0, 1, 1}), of_step_before) << "what it went on from";
    EXPECT_NE(window.says("field:sentence"), "toot");
}

} // namespace
} // namespace attn
