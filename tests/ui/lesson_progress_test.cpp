// The list of lessons: the progress that is remembered, the open bets and tasks, and the quiz that asks again.

#include "core/document/files/session_file.h"
#include "tests/temporary_folder.h"
#include "tests/ui/lesson_window.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(Lesson, IsFoundInTheListAndBySearch) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+p");
    window.write("lesson sharing one");
    window.key("enter");
    EXPECT_EQ(window.says("lesson"), "6 · Sharing one whole");
}

TEST(Lesson, AQuizThatIsLeftForALessonGoesOnWithItsAnswers) {
    LessonWindow window("quiz");
    window.app().draw_lessons_from(7); // in an order of its own
    window.click("action:menu/help");
    window.click("action:lessons");
    window.click("action:lesson/quiz");
    pass_over(window);
    const auto of_choice = [&] { return window.app().workspace().lesson->now().bet->kind == Bet::Kind::choose; };
    while (!of_choice())
        pass_over(window);
    answer(window, true);
    EXPECT_EQ(window.says("lesson.verdict"), "right") << "the digits follow the order of the answers";
    EXPECT_EQ(window.says("lesson.score"), "1 of 1 right.");
    do
        pass_over(window);
    while (!of_choice());
    answer(window, false);
    const std::size_t step = window.app().workspace().lesson->step;
    const std::string taught = "action:lesson/" + window.app().workspace().lesson->now().bet->taught_in;
    window.click(taught);
    EXPECT_NE(window.app().workspace().lesson->lesson->id, "quiz");
    window.click("action:menu/help");
    window.click("action:lessons");
    window.click("action:lesson/quiz");
    EXPECT_EQ(window.app().workspace().lesson->step, step) << "the question that led away";
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise") << "it stands answered";
    do
        pass_over(window);
    while (!of_choice());
    EXPECT_EQ(window.says("lesson.score"), "(not on the screen)") << "beside a question that is open";
    answer(window, true);
    EXPECT_EQ(window.says("lesson.score"), "2 of 3 right.");
}

TEST(Lesson, GoesOnWhereItWasLeft) {
    LessonWindow window("who-reads-whom", 2);
    window.click("action:lesson-leave");
    EXPECT_FALSE(window.shows("lesson"));
    EXPECT_EQ(window.app().remembered().lessons.at("who-reads-whom"), 2);
    window.click("action:menu/help");
    window.click("action:lessons");
    EXPECT_EQ(window.says("lessons.who-reads-whom"), "3 of 6");
    window.click("action:lesson/who-reads-whom");
    EXPECT_EQ(window.says("lesson.step"), "3 of 6");
}

TEST(Lesson, WhatWasAnsweredStandsWhenItIsOpenedAgainUntilItIsBegunAnew) {
    AppOptions options;
    {
        LessonWindow window("a-letter-is-a-row");
        answer(window, false);
        window.key("page_down");
        answer(window, true);
        window.click("action:lesson-leave");
        options.remembered = window.app().remembered();
    }
    options.draw = 5; // in another order
    OffscreenWindow window(preset("by-hand"), 1280, 720, options);
    const auto open = [&] {
        window.click("action:menu/help");
        window.click("action:lessons");
        window.click("action:lesson/a-letter-is-a-row");
    };
    open();
    EXPECT_EQ(window.says("lesson.step"), "2 of 9");
    EXPECT_EQ(window.says("lesson.verdict"), "right");
    window.key("page_up");
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise");
    EXPECT_EQ(window.says("action:lesson-anew"), "Begin anew");
    window.click("action:lesson-anew");
    EXPECT_EQ(window.says("lesson.step"), "1 of 9");
    EXPECT_EQ(window.says("lesson.verdict"), "(not on the screen)");
    EXPECT_TRUE(window.shows("action:lesson-know"));
    answer(window, true);
    window.click("action:lesson-leave");
    window.app().workspace().word_of_start = "maria"; // the start now asks about this word
    open();
    window.key("page_up");
    EXPECT_EQ(window.says("lesson.verdict"), "(not on the screen)");
}

TEST(Lesson, IsDoneAtItsLastStepHoweverItIsLeft) {
    LessonWindow window("who-reads-whom", 5);
    window.key("page_up");
    window.click("action:lesson-leave");
    window.click("action:menu/help");
    window.click("action:lessons");
    EXPECT_EQ(window.says("lessons.who-reads-whom"), "3 bets, 1 task left");
}

TEST(Lesson, TheListLeadsOnToTheFirstThatIsOpenAndToTheQuizLast) {
    const auto leads_to = [](const std::map<std::string, Index>& lessons) {
        AppOptions options;
        options.remembered.lessons = lessons;
        OffscreenWindow window(preset("by-hand"), 1280, 720, options);
        window.click("action:menu/help");
        window.click("action:lessons");
        window.key("enter");
        return window.says("lesson");
    };
    EXPECT_EQ(leads_to({{"who-reads-whom", 6}, {"a-letter-is-a-row", 9}, {"quiz", 20}}), "3 · A query");
    EXPECT_EQ(leads_to({{"who-reads-whom", 6}, {"a-query", 2}, {"v-decides-what", 3}, {"quiz", 20}}), "3 · A query");
}

TEST(Lesson, IsDoneInTheListWhenNothingOfItIsLeft) {
    LessonWindow window("who-reads-whom", 1);
    window.click("cell:A/1[7,2]");
    window.key("enter");
    go_to_step(window, 3);
    window.type("1");
    go_to_step(window, 6);
    window.key("page_down");
    EXPECT_EQ(window.says("lessons.who-reads-whom"), "1 bet, 1 task left");
    EXPECT_EQ(window.app().remembered().open_steps.at("who-reads-whom"), (std::vector<Index>{3, 4}));
    window.click("action:lesson/who-reads-whom");
    EXPECT_EQ(window.says("lesson.step"), "4 of 6") << "what was passed over";
    window.key("3");
    go_to_step(window, 5);
    window.fill_in("field:sentence", "anyone");
    EXPECT_EQ(window.says("lesson.state"), "done");
    go_to_step(window, 6);
    window.key("page_down");
    EXPECT_EQ(window.says("lessons.who-reads-whom"), "✓ done");
}

TEST(Lesson, WhoKnowsItGoesToItsLastTaskAndHasItThen) {
    LessonWindow window("v-decides-what");
    window.click("action:menu/help");
    window.click("action:lesson-know");
    EXPECT_EQ(window.says("lesson.step"), "5 of 7");
    window.put("cell:W_V/1[2,2]", "0");
    window.put("cell:W_V/1[2,4]", "1");
    EXPECT_EQ(window.says("lesson.state"), "done");
    EXPECT_EQ(window.says("action:lesson-next"), "Finish");
    window.click("action:lesson-next");
    EXPECT_EQ(window.says("lessons.v-decides-what"), "✓ done");
}

TEST(Lesson, ItsListLeadsOnByEnter) {
    LessonWindow window("who-reads-whom", 6);
    EXPECT_TRUE(window.app().workspace().lesson) << "behind the list";
    window.key("enter");
    EXPECT_EQ(window.says("lesson"), "2 · Letters as numbers");
}

/// The record of a quiz with its first four questions answered, only the first one rightly.
Remembered after_a_quiz() {
    LessonWindow window("quiz");
    for (const bool right : {true, false, false, false}) {
        do
            pass_over(window);
        while (window.app().workspace().lesson->now().bet->kind != Bet::Kind::choose);
        answer(window, right);
    }
    return window.app().remembered();
}

TEST(Lesson, WhatWasMissedInTheQuizIsAskedAgainAnotherDay) {
    AppOptions options;
    options.remembered = after_a_quiz();
    EXPECT_EQ(options.remembered.missed.at("quiz"), (std::vector<Index>{2, 3, 5}));
    options.remembered.knows_start = options.offers_start = true;
    options.remembered.missed_on = options.today = 20000;
    {
        OffscreenWindow window(preset("by-hand"), 1280, 720, options);
        EXPECT_FALSE(window.shows("lesson")) << "not on the same day";
    }
    options.today = 20001;
    OffscreenWindow window(preset("by-hand"), 1280, 720, options);
    window.settle();
    EXPECT_EQ(window.says("lesson"), "What you missed");
    EXPECT_EQ(window.says("lesson.step"), "1 of 3");
    EXPECT_EQ(window.app().remembered().missed_on, 20001);
    answer(window, true);
    window.key("page_down");
    answer(window, false);
    EXPECT_EQ(window.app().remembered().missed.at("quiz"), (std::vector<Index>{5, 3})) << "until it is right";
    window.click("action:lesson-leave");
    EXPECT_EQ(window.app().remembered().lessons.at("quiz"), options.remembered.lessons.at("quiz"))
        << "that is no place in the course";
}

TEST(Lesson, AndFileThatWereLeftAreOneClickAwayTheNextDay) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "the-cat.json";
    ASSERT_TRUE(save_session(SavedSession{preset("by-hand"), {}}, file));
    AppOptions options;
    options.remembered.knows_start = options.offers_start = true;
    options.remembered.word = "tea";
    options.remembered.recent = {file};
    OffscreenWindow window(preset("eight-heads"), 1280, 720, options);
    EXPECT_EQ(window.says("notice"), "Your last file is the-cat.json.");
    EXPECT_EQ(window.app().session().layer().sequence.items.front(), (std::vector<std::string>{"t", "e", "a"}))
        << "the word of yesterday";
    EXPECT_EQ(window.says("action:start"), "Begin anew");
    window.click("action:recent/1");
    EXPECT_EQ(window.app().session().title, preset("by-hand").title);
}

TEST(Lesson, LeavesABarWithTheMenusThatLessonsNamedUntilMoreAreAskedFor) {
    AppOptions options;
    options.remembered.lessons = {{"who-reads-whom", 6}};
    OffscreenWindow window(preset("who-and-where"), 1440, 900, options);
    EXPECT_TRUE(window.shows("action:head/2"));
    for (const char* const later : {"action:menu/scale", "action:menu/matrix", "action:menu/rare"})
        EXPECT_FALSE(window.shows(later)) << later;
    window.click("action:all-menus");
    EXPECT_TRUE(window.shows("action:menu/scale"));
    EXPECT_FALSE(window.shows("action:all-menus"));
    EXPECT_TRUE(window.app().remembered().knows_all_menus);
}

TEST(Lesson, ThatWasLeftIsOfferedToWhoComesBack) {
    AppOptions options;
    options.remembered.knows_start = options.offers_start = true;
    options.remembered.lessons = {{"who-reads-whom", 6}, {"a-letter-is-a-row", 3}};
    options.remembered.word = "maria";
    OffscreenWindow window(preset("eight-heads"), 1280, 720, options);
    EXPECT_EQ(window.says("notice"), "You are in lesson 2, “Letters as numbers”.");
    EXPECT_EQ(window.says("action:lesson/a-letter-is-a-row"), "Go on with lesson 2");
    EXPECT_FALSE(window.shows("action:recent/1"));
    window.click("action:lesson/a-letter-is-a-row");
    EXPECT_EQ(window.says("lesson.step"), "4 of 9");
    EXPECT_EQ(window.says("notice"), "(not on the screen)");
    window.key("page_up");
    window.key("page_up");
    window.key("page_up");
    EXPECT_NE(window.says("lesson.ask").find("Who reads whom"), std::string::npos);
    EXPECT_EQ(window.says("field:sentence"), "maria") << "with the word that was typed on the first day";
}

TEST(Lessons, AreNotReadBeforeSomebodyAsks) {
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    window.key("page_down");
    window.click("action:menu/help");
    EXPECT_FALSE(window.app().course().is_read());
    window.click("action:lessons");
    EXPECT_TRUE(window.app().course().is_read());
}

TEST(LessonWork, IsSavedWithTheSessionAndResumed) {
    const TemporaryFolder folder;
    const std::string path = (folder / "mine.json").string();
    {
        LessonWindow window("v-decides-what");
        window.key("1");
        go_to_step(window, 5);
        window.put("cell:W_V/1[3,4]", "1");
        window.key("ctrl+shift+s");
        window.key("ctrl+a");
        window.type(path);
        const auto saved = load_session(path);
        ASSERT_TRUE(saved) << saved.error().message;
        ASSERT_TRUE(saved->lesson);
        EXPECT_EQ(saved->lesson->lesson, "v-decides-what");
        EXPECT_EQ(saved->lesson->step, 4);
        EXPECT_EQ(saved->lesson->answers, (std::vector<LessonAnswer>{{0, "nothing", true}}));
    }
    OffscreenWindow window(*load_session(path), 1280, 720);
    EXPECT_EQ(window.says("notice"), "This was saved in the lesson “Values decide what”, at step 5.");
    window.click("action:lesson-resume");
    EXPECT_EQ(window.says("lesson.step"), "5 of 7");
    EXPECT_EQ(window.says("lesson.said").find("That is what s hands over"), 0) << window.says("lesson.said");
    window.key("ctrl+z");
    EXPECT_EQ(window.says("lesson.said"), "(not on the screen)") << "as the step began";
}

} // namespace
} // namespace attn
