// The record of a lesson, and the result of a quiz, when it is opened another time.

#include "tests/ui/lesson_window.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

/// The window of a returning user, with a lesson opened from the list.
struct LaterWindow : OffscreenWindow {
    LaterWindow(const std::string& id, const Remembered& remembered)
        : OffscreenWindow(preset("by-hand"), 1280, 720, {.file = {}, .remembered = remembered}) {
        click("action:menu/help");
        click("action:lessons");
        click("action:lesson/" + id);
    }
};

/// Solves the task by its hints; the last one does it.
void be_shown(OffscreenWindow& window) {
    for (int hint = 0; hint < 3; ++hint)
        window.click("action:lesson-hint");
}

TEST(LessonKept, ATaskThatWasDoneIsDoneWhenItsLessonIsOpenedAgain) {
    Remembered remembered;
    {
        LessonWindow window("only-the-product-counts");
        go_to_step(window, 2);
        be_shown(window);
        ASSERT_EQ(window.says("lesson.state"), "done");
        remembered = window.app().remembered();
    }
    LaterWindow window("only-the-product-counts", remembered);
    while (window.app().workspace().lesson->step > 1)
        window.key("page_up");
    go_to_step(window, 2);
    EXPECT_EQ(window.says("lesson.state"), "done");
    EXPECT_NE(window.says("lesson.then").find("so it finds itself"), std::string::npos) << window.says("lesson.then");
    EXPECT_EQ(window.says("readout"), "stop") << "the picture is what the conclusion speaks of";
    EXPECT_TRUE(window.shows("action:lesson-next"));
    EXPECT_FALSE(window.shows("action:lesson-skip"));
    window.key("page_down");
    window.key("page_up");
    EXPECT_EQ(window.says("lesson.state"), "done");
    window.click("action:lesson-again");
    EXPECT_EQ(window.says("lesson.state"), "not yet") << "who wants to does it once more";
    EXPECT_EQ(window.says("readout"), "pots");
}

TEST(LessonKept, AWorseRoundOfAQuizTakesNothingAway) {
    Remembered remembered;
    {
        LessonWindow window("quiz");
        while (!window.app().workspace().lesson->is_last()) {
            window.key("page_down");
            if (window.app().workspace().lesson->now().bet)
                answer(window, true);
        }
        EXPECT_EQ(window.says("lesson.score"), "22 of 22 right.");
        window.click("action:lesson-again");
        window.key("page_down");
        answer(window, false);
        EXPECT_EQ(window.says("lesson.score"), "0 of 1 right so far; 22 of 22 is your best.");
        window.click("action:lesson-leave");
        remembered = window.app().remembered();
    }
    OffscreenWindow window(preset("by-hand"), 1280, 720, {.file = {}, .remembered = remembered});
    window.click("action:menu/help");
    window.click("action:lessons");
    EXPECT_EQ(window.says("lessons.quiz"), "22 of 22");
}

TEST(LessonKept, AQuizCountsItsQuestions) {
    LessonWindow window("quiz");
    EXPECT_EQ(window.says("lesson.step"), "0 of 22");
    window.key("page_down");
    EXPECT_EQ(window.says("lesson.step"), "1 of 22");
    window.click("action:lesson-leave");
    window.click("action:menu/help");
    window.click("action:lessons");
    EXPECT_EQ(window.says("lessons.quiz"), "question 1 of 22");
}

TEST(LessonKept, AQuizEndsWithAllThatWasAsked) {
    LessonWindow window("quiz");
    bool right = false;
    while (!window.app().workspace().lesson->is_last()) {
        window.key("page_down");
        if (window.app().workspace().lesson->now().bet)
            answer(window, std::exchange(right, true));
    }
    const LessonRun& run = *window.app().workspace().lesson;
    for (std::size_t step = 1; step < 21; ++step) {
        const std::string target = "lesson.result." + std::to_string(step);
        EXPECT_EQ(window.says(target).substr(0, 3), step == 1 ? "✕" : "✓") << window.says(target);
    }
    EXPECT_TRUE(window.shows("action:lesson/" + run.lesson->steps[1].bet->taught_in)) << "the way to what was missed";
}

TEST(LessonShows, TheSumOfTheCellThatWasEdited) {
    LessonWindow window("only-the-product-counts");
    go_to_step(window, 2);
    window.put("cell:W_K/1[6,3]", "-1");
    const Workspace& workspace = window.app().workspace();
    EXPECT_EQ(workspace.array(), ArrayId::K);
    EXPECT_EQ(workspace.row, 1);
    EXPECT_EQ(workspace.column, 2) << "the frame is around the column that has the number";
    window.click("cell:X[4,1]");
    EXPECT_EQ(workspace.row, 3);
    EXPECT_EQ(workspace.column, 2);
}

TEST(LessonShows, WhatTheHeadBringsBackThatIsWorkedOn) {
    LessonWindow window("who-asks-who-answers");
    go_to_step(window, 6);
    EXPECT_EQ(window.says("readout"), "pots") << "head 1";
    go_to_step(window, 7);
    EXPECT_EQ(window.says("readout"), "psto");
    EXPECT_EQ(window.says("readout.name"), "letter before");
    be_shown(window);
    EXPECT_EQ(window.says("readout"), "tops");
    window.click("action:head/1");
    EXPECT_EQ(window.says("readout"), "pots");
}

TEST(LessonShows, WhatItsTaskAsksFor) {
    LessonWindow window("w-o-mixes");
    go_to_step(window, 6);
    EXPECT_EQ(window.says("readout"), "pots") << "head 2 is to help “mirrored letter”";
    be_shown(window);
    EXPECT_EQ(window.says("readout"), "psts");
}

TEST(LessonShows, PlacesByTheirNumbers) {
    OffscreenWindow window(preset("four-letters"));
    window.show(ArrayId::P);
    window.click("cell:P[1,7]");
    EXPECT_EQ(window.says("inspector.name"), "P · position 1, “left”");
    EXPECT_NE(all_words(window).find("\n1\n2\n3\n4\n"), std::string::npos) << "beside its rows";
}

TEST(LessonShows, WhatTheColumnsOfOneTokenStandFor) {
    LessonWindow window("a-letter-is-a-row");
    go_to_step(window, 9);
    EXPECT_NE(all_words(window).find("edge"), std::string::npos) << "above its row of X";
}

TEST(LessonShows, ItsWholeNameInTheBar) {
    LessonWindow window("who-reads-whom");
    for (const LessonLabel& label : window.app().course().labels()) {
        window.click("action:menu/help");
        window.click("action:lessons");
        window.click("action:lesson/" + label.id);
        EXPECT_TRUE(window.says("action:menu/presets").starts_with(label.title)) << window.says("action:menu/presets");
    }
}

} // namespace
} // namespace attn
