#include "core/files/file.h"
#include "tests/happens.h"
#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

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
    EXPECT_EQ(window.says("notice"),
              fmt::format("Saved to {0}. Whether it holds is told by attention-lab lesson check {0}.",
                          (folder / "mine.json").string()));
    window.key("page_down");
    EXPECT_EQ(window.says("lesson.state"), "not yet");
    for (int hint = 0; hint < 3; ++hint)
        window.click("action:lesson-hint");
    window.settle();
    EXPECT_EQ(window.says("lesson.state"), "done");
}

/// What is said after a lesson was saved, where its check prints that and ends so.
std::string said_of_lesson(std::string_view prints, int status) {
    const TemporaryFolder folder;
    const std::filesystem::path program = folder / "program";
    EXPECT_TRUE(write_text_file(program, fmt::format("#!/bin/sh\ntest \"$1 $2\" = \"lesson check\" || exit 3\n"
                                                     "printf '{}'\nexit {}\n",
                                                     prints, status)));
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    AppOptions options;
    options.program = program;
    OffscreenWindow window(preset("four-letters"), 1280, 720, options);
    for (const char* action : {"action:lesson-new", "action:lesson-record"}) {
        window.click("action:menu/help");
        window.click(action);
    }
    window.key("alt+insert");
    window.click("action:menu/help");
    window.click("action:lesson-save");
    window.key("ctrl+a");
    window.type((folder / "mine.json").string());
    EXPECT_TRUE(happens([&] {
        window.glance();
        return window.says("notice").find("The lesson is saved") != std::string::npos;
    })) << window.says("notice");
    std::string said = window.says("notice");
    if (const auto at = said.find(folder.path().string()); at != std::string::npos)
        said.replace(at, folder.path().string().size(), "HERE");
    return said;
}

TEST(LessonRecording, AreTriedWhenTheyAreSavedAndTheFirstThatDoesNotHoldIsSaid) {
    EXPECT_EQ(said_of_lesson("mine.json: 1 steps, all as they say\\n", 0),
              "The lesson is saved. It holds, step by step.");
    EXPECT_EQ(said_of_lesson("mine.json: step 1: its text is too long.\\nmine.json: step 2: another.\\n", 1),
              "The lesson is saved. It does not hold yet: step 1: its text is too long. All that was found: "
              "attention-lab lesson check HERE/mine.json");
    EXPECT_EQ(said_of_lesson("", 2),
              "The lesson is saved. Whether it holds is told by attention-lab lesson check HERE/mine.json.");
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
