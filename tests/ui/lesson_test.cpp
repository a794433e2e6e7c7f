#include "tests/ui/offscreen_window.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

/// The window with a lesson of the course open, as somebody finds it in the list.
struct LessonWindow : OffscreenWindow {
    explicit LessonWindow(const std::string& id) : OffscreenWindow(preset("by-hand"), 1280, 720) {
        click("action:menu/help");
        click("action:lessons");
        click("action:lesson/" + id);
    }
    void put(std::string_view cell, std::string_view number) {
        double_click(cell);
        key("ctrl+a");
        type(number);
    }
};

TEST(Lesson, IsFoundInTheListAndBySearch) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+p");
    window.write("lesson each row");
    window.key("enter");
    EXPECT_EQ(window.says("lesson"), "6 · Each row shares one whole");
}

TEST(Lesson, ABetIsPlacedOnceAndThenItIsShownHowItIs) {
    LessonWindow window("a-letter-is-a-row");
    window.key("page_down");
    EXPECT_EQ(window.app().trace().sizes().S_q, 8) << "nothing is shown yet";
    EXPECT_EQ(window.says("lesson.verdict"), "(not on the screen)");
    window.key("2");
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise");
    EXPECT_EQ(window.says("lesson.said"), "The columns are the numbers that every letter has.");
    EXPECT_EQ(window.app().trace().sizes().S_q, 9) << "the longer word went in";
    window.key("1");
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise") << "there is one try";
}

TEST(Lesson, AMarkedCellIsAnAnswer) {
    LessonWindow window("who-reads-whom");
    window.key("page_down");
    window.click("cell:A/1[2,7]");
    window.click("action:lesson-bet");
    EXPECT_EQ(window.says("lesson.how"), "Right.");
    EXPECT_NE(window.says("lesson.then").find("t₂ gives e₇ 90 %"), std::string::npos) << window.says("lesson.then");
}

TEST(Lesson, OfSeveralArraysTheTraceSaysWhichMoved) {
    LessonWindow window("v-decides-what");
    window.key("page_down");
    window.key("page_down");
    for (const char* choice : {"4", "5", "6"}) // A, V, O
        window.key(choice);
    window.key("enter");
    EXPECT_EQ(window.says("lesson.how"), "Not so. Moved: V, O, Y.");
    EXPECT_EQ(window.says("lesson.said"), "A stayed: it comes from Q and K. Y moved: it is made of O.");
}

TEST(Lesson, ATaskIsDoneAtOnceAndUndoneWhenItIsTakenBack) {
    LessonWindow window("each-row-shares-one-whole");
    for (int step = 0; step < 4; ++step)
        window.key("page_down");
    EXPECT_EQ(window.says("lesson.state"), "not yet");
    window.put("cell:scaled/1[2,3]", "1");
    EXPECT_EQ(window.says("lesson.said"), "Close: e to 1 is 2.72, and 3 is needed.");
    window.put("cell:scaled/1[2,3]", "1.1");
    EXPECT_EQ(window.says("lesson.state"), "done");
    EXPECT_EQ(window.says("action:lesson-next"), "Next");
    window.key("ctrl+z");
    EXPECT_EQ(window.says("lesson.state"), "not yet");
}

TEST(Lesson, HintsComeOneByOneAndTheLastOneActs) {
    LessonWindow window("each-row-shares-one-whole");
    for (int step = 0; step < 4; ++step)
        window.key("page_down");
    EXPECT_EQ(window.says("lesson.nudge"), "(not on the screen)");
    window.click("action:lesson-hint");
    EXPECT_EQ(window.says("lesson.nudge"), "The other three have e to 0 each. How much is that together?");
    EXPECT_EQ(window.says("lesson.suggestion"), "(not on the screen)");
    window.click("action:lesson-hint");
    EXPECT_NE(window.says("lesson.suggestion"), "(not on the screen)");
    window.click("action:lesson-hint");
    window.settle();
    EXPECT_EQ(window.says("lesson.state"), "done");
    window.click("action:lesson-again");
    EXPECT_EQ(window.says("lesson.state"), "not yet") << "the step's numbers are back";
}

TEST(Lesson, GoesOnWhereItWasLeft) {
    LessonWindow window("who-reads-whom");
    window.key("page_down");
    window.key("page_down");
    window.click("action:lesson-leave");
    EXPECT_FALSE(window.shows("lesson"));
    EXPECT_EQ(window.app().remembered().lessons.at("who-reads-whom"), 2);
    window.click("action:menu/help");
    window.click("action:lessons");
    EXPECT_EQ(window.says("lessons.who-reads-whom"), "3 of 6");
    window.click("action:lesson/who-reads-whom");
    EXPECT_EQ(window.says("lesson.step"), "3 of 6");
}

TEST(Lesson, ItsLastStepLeadsToTheListWhereItIsDone) {
    LessonWindow window("who-reads-whom");
    for (int step = 0; step < 6; ++step)
        window.key("page_down");
    EXPECT_EQ(window.says("lessons.who-reads-whom"), "✓ done");
}

TEST(Lesson, ShowsWhatLessonsHaveNamedAndEverythingWhenAsked) {
    LessonWindow window("who-reads-whom");
    EXPECT_TRUE(window.shows("action:step/A"));
    for (const char* later : {"action:step/V", "pipeline", "inspector.value", "action:menu/mask"})
        EXPECT_FALSE(window.shows(later)) << later;
    window.click("action:lesson-everything");
    EXPECT_TRUE(window.shows("action:step/V"));
    EXPECT_TRUE(window.shows("inspector.value"));
    EXPECT_TRUE(window.shows("action:menu/mask"));
}

TEST(Lesson, WhatWasTriedInItIsNobodysWork) {
    LessonWindow window("a-query");
    window.fill_in("field:sentence", "tops");
    window.app().ask_to_close();
    EXPECT_TRUE(window.settle().closed);
}

} // namespace
} // namespace attn
