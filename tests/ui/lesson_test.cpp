#include "core/document/files/session_file.h"
#include "core/document/session/edits.h"
#include "tests/folders.h"
#include "tests/temporary_folder.h"
#include "tests/ui/lesson_window.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <imgui.h>

namespace attn {
namespace {

TEST(Lesson, IsFoundInTheListAndBySearch) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+p");
    window.write("lesson sharing one");
    window.key("enter");
    EXPECT_EQ(window.says("lesson"), "6 · Sharing one whole");
}

TEST(Lesson, ABetIsPlacedOnceAndThenItIsShownHowItIs) {
    LessonWindow window("a-letter-is-a-row", 1);
    EXPECT_EQ(window.app().trace().sizes().S_q, 8) << "nothing is shown yet";
    EXPECT_FALSE(window.shows("cell:X[1,1]")) << "which would tell";
    EXPECT_EQ(window.says("lesson.verdict"), "(not on the screen)");
    window.key("2");
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise");
    EXPECT_EQ(window.says("lesson.said"), "The columns are the numbers that every letter has.");
    EXPECT_EQ(window.app().trace().sizes().S_q, 9) << "the longer word went in";
    EXPECT_TRUE(window.shows("cell:X[1,1]"));
    window.key("1");
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise") << "there is one try";
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

TEST(Lesson, AMarkedCellIsAnAnswer) {
    LessonWindow window("who-reads-whom");
    window.key("page_down");
    window.click("cell:A/1[7,2]");
    window.click("action:lesson-bet");
    EXPECT_EQ(window.says("lesson.how"), "Right.");
    EXPECT_NE(window.says("lesson.then").find("Row e₇, column t₂: 9"), std::string::npos) << window.says("lesson.then");
}

TEST(Lesson, OfSeveralArraysTheTraceSaysWhichMoved) {
    LessonWindow window("v-decides-what", 2);
    for (const char* choice : {"4", "5", "6"}) // A, V, O
        window.key(choice);
    window.key("enter");
    EXPECT_EQ(window.says("lesson.how"), "Not so. Moved: V, O, Y.");
    EXPECT_EQ(window.says("lesson.said"), "A stayed: it comes from Q and K. Y moved: it is made of O.");
}

TEST(Lesson, ATaskIsDoneAtOnceAndUndoneWhenItIsTakenBack) {
    LessonWindow window("each-row-shares-one-whole", 4);
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
    LessonWindow window("each-row-shares-one-whole", 4);
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
    window.app().workspace().word_of_start = "maria"; // about which it asks now
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

TEST(Lesson, ShowsWhatLessonsHaveNamedAndEverythingWhenAsked) {
    LessonWindow window("who-reads-whom");
    EXPECT_FALSE(window.shows("action:step/A")) << "it is the only one, and in sight";
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

TEST(Lesson, SeveralMarkedSquaresAreAnAnswer) {
    LessonWindow window("each-row-shares-one-whole", 3);
    EXPECT_FALSE(window.shows("action:lesson-bet")) << "nothing is marked yet";
    for (const char* cell : {"cell:A/1[1,1]", "cell:A/1[1,2]", "cell:A/1[2,3]", "cell:A/1[2,3]"})
        window.click(cell);
    EXPECT_EQ(window.says("action:lesson-bet"), "These 2") << "a second click takes one back";
    window.click("action:lesson-bet");
    EXPECT_EQ(window.says("lesson.how"), "Not so. It is those in dashes.");
    EXPECT_EQ(window.says("lesson.said"), "What p₄ loses goes somewhere: to all others of the row.");
}

TEST(Lesson, EndsInOneTokenWithTheLinesThatWereNamed) {
    LessonWindow window("who-reads-whom", 5);
    EXPECT_TRUE(window.shows("cell:A/1[2,7]"));
    for (const char* later : {"cell:X[2,1]", "cell:Q/1[2,1]", "cell:O/1[2,1]", "cell:Y[2,1]"})
        EXPECT_FALSE(window.shows(later)) << later;
    window.click("action:lesson-everything");
    EXPECT_TRUE(window.shows("cell:Q/1[2,1]"));
    EXPECT_TRUE(window.shows("cell:Y[2,1]"));
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

TEST(Lesson, IsReadWithTheWordThatWasTypedInTheFirstMinute) {
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    window.app().workspace().word_of_start = "Maria";
    window.click("action:menu/help");
    window.click("action:see-how");
    EXPECT_NE(window.says("lesson.text").find("“maria” comes back as “airam”"), std::string::npos)
        << window.says("lesson.text");
}

TEST(Lesson, ANumberThatIsTypedGoesToWhatIsAsked) {
    LessonWindow window("who-reads-whom");
    go_to_step(window, 3);
    window.type("1");
    EXPECT_EQ(window.says("lesson.how"), "Right. It is 1.") << "and not into the selected cell";
    EXPECT_TRUE(window.app().session().layer().pins.empty());
}

TEST(Lesson, ANumberIsReadAsItIsWrittenByHand) {
    for (const char* written : {"0.4", "0,4", "2/5"}) {
        LessonWindow window("a-query");
        go_to_step(window, 3);
        window.fill_in("field:lesson-number", written);
        EXPECT_EQ(window.says("lesson.how"), "Not so. You: 0.4. It is 1.50.") << written;
    }
}

TEST(Lesson, WhatSkipsABetDoesNotStandWhereNextWas) {
    LessonWindow window("who-reads-whom");
    const Point next = window.app().find_target("action:lesson-next")->box.centre();
    window.click("action:lesson-next");
    EXPECT_EQ(window.says("action:lesson-skip"), "Skip");
    EXPECT_FALSE(window.app().find_target("action:lesson-skip")->box.contains(next)) << "who clicks twice bets first";
}

TEST(Lesson, ItsStageHasNoControlsThatItDoesNotName) {
    LessonWindow window("who-reads-whom");
    for (const char* control : {"action:zoom-in", "action:play", "action:baseline-keep"})
        EXPECT_FALSE(window.shows(control)) << control;
    window.click("action:lesson-everything");
    for (const char* control : {"action:play", "action:baseline-keep"})
        EXPECT_TRUE(window.shows(control)) << control;
}

TEST(Lesson, NamesTheAxesAfterQueriesAndKeysWhenItHasTaughtThem) {
    {
        LessonWindow first("who-reads-whom");
        EXPECT_EQ(all_words(first).find("queries"), std::string::npos);
        EXPECT_NE(all_words(first).find("who reads"), std::string::npos);
    }
    LessonWindow fourth("who-asks-who-answers");
    go_to_step(fourth, 2);
    EXPECT_NE(all_words(fourth).find("queries: who reads"), std::string::npos);
}

TEST(Lesson, HidesTheWordsOfOneTokenForThoseWhoTellThemToThemselves) {
    LessonWindow window("v-decides-what");
    go_to_step(window, 6);
    EXPECT_EQ(all_words(window).find("takes home"), std::string::npos);
    window.key("page_down");
    EXPECT_NE(all_words(window).find("takes home"), std::string::npos);
}

TEST(Lesson, AnOrderIsRightWhereEachIsMadeOfWhatCameBefore) {
    LessonWindow window("one-asks-another-answers");
    go_to_step(window, 6);
    EXPECT_FALSE(window.shows("action:step/Q")) << "over the stage they stand in order";
    const auto& choices = window.app().workspace().lesson->now().bet->choices;
    const auto put = [&](const std::vector<std::string>& arrays) {
        for (const std::string& array : arrays)
            window.click("action:lesson-answer/" +
                         std::to_string(std::ranges::find(choices, array, &Choice::text) - choices.begin() + 1));
    };
    put({"X", "V", "K", "Q", "scores", "scaled", "A", "O", "concat"});
    window.key("enter");
    EXPECT_EQ(window.says("lesson.verdict"), "(not on the screen)") << "not all are placed";
    put({"Y"});
    window.key("enter");
    EXPECT_EQ(window.says("lesson.verdict"), "right") << "values may come first";
    window.click("action:lesson-again");
    put({"X", "Q", "scores", "K", "scaled", "A", "V", "O", "concat", "Y"});
    window.click("action:lesson-bet");
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise");
    EXPECT_EQ(window.says("lesson.said"), "scores is made of K, which you put behind it.");
}

TEST(Lesson, ItsListLeadsOnByEnter) {
    LessonWindow window("who-reads-whom", 6);
    EXPECT_TRUE(window.app().workspace().lesson) << "behind the list";
    window.key("enter");
    EXPECT_EQ(window.says("lesson"), "2 · Letters as numbers");
}

/// The quiz with its first four questions answered: the first rightly, the others not.
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

TEST(Lesson, ThatWasLeftIsOfferedToWhoComesBack) {
    AppOptions options;
    options.remembered.knows_start = options.offers_start = true;
    options.remembered.lessons = {{"who-reads-whom", 6}, {"a-letter-is-a-row", 3}};
    options.remembered.word = "maria";
    OffscreenWindow window(preset("eight-heads"), 1280, 720, options);
    EXPECT_EQ(window.says("notice"), "You are in lesson 2, “Letters as numbers”.");
    window.click("action:lesson/a-letter-is-a-row");
    EXPECT_EQ(window.says("lesson.step"), "4 of 9");
    EXPECT_EQ(window.says("notice"), "(not on the screen)");
    window.key("page_up");
    window.key("page_up");
    window.key("page_up");
    EXPECT_NE(window.says("lesson.ask").find("Who reads whom"), std::string::npos);
    EXPECT_EQ(window.says("field:sentence"), "maria") << "with the word that was typed on the first day";
}

TEST(Lesson, StaysWhenAMenuOverItIsClickedAway) {
    LessonWindow window("why-root-d-k");
    go_to_step(window, 5);
    for (const bool types : {false, true}) {
        window.click("action:menu/scale");
        if (types)
            window.fill_in("field:scale", "0.5");
        EXPECT_EQ(window.says("overlay") == "menu", !types) << "it goes with what was typed";
        if (!types)
            window.click("action:close");
        EXPECT_NE(window.says("overlay"), "menu");
        EXPECT_TRUE(window.shows("lesson"));
    }
}

TEST(Lesson, WhatWasTriedIsTakenBackBeforeItShowsHowItIs) {
    LessonWindow window("order-comes-from-places");
    go_to_step(window, 2);
    window.fill_in("field:sentence", "albatross");
    window.key("3");
    window.settle();
    EXPECT_EQ(window.says("lesson.verdict"), "right");
    EXPECT_EQ(window.says("field:sentence"), "stressed") << "the word that was asked about";
    EXPECT_NE(window.says("lesson.then").find("ssssssss"), std::string::npos) << window.says("lesson.then");
}

TEST(Lesson, SaysThatItIsAboutHowThingsWereWhenTheyWereChanged) {
    LessonWindow window("a-letter-is-a-row");
    go_to_step(window, 4);
    EXPECT_EQ(window.says("lesson.changed"), "(not on the screen)");
    window.fill_in("field:sentence", "toss");
    EXPECT_NE(window.says("lesson.changed"), "(not on the screen)");
    window.click("action:lesson-again");
    EXPECT_EQ(window.says("lesson.changed"), "(not on the screen)");
}

TEST(Lesson, AWrongAnswerIsToldOfHowItWas) {
    LessonWindow window("why-root-d-k");
    go_to_step(window, 9);
    window.key("1");
    EXPECT_EQ(window.says("lesson.said").find("It has nearly the whole row already: 0.9992."), 0)
        << window.says("lesson.said");
}

TEST(Lesson, WhatIsSaidOfASquareStaysAsItWasWhateverIsChangedThen) {
    LessonWindow window("who-reads-whom", 1);
    const auto said = [&] { return window.says("lesson.how") + window.says("lesson.then"); };
    window.click("cell:A/1[2,7]");
    window.click("action:lesson-bet");
    const std::string about = said();
    EXPECT_NE(about.find("It is e₇ reads t₂."), std::string::npos) << about;
    window.fill_in("field:sentence", "str");
    EXPECT_EQ(said(), about);
}

TEST(Lesson, WhatIsSaidOfANumberStaysAsItWasWhateverIsChangedThen) {
    LessonWindow window("who-asks-who-answers", 2);
    const auto said = [&] { return window.says("lesson.how") + window.says("lesson.then"); };
    window.fill_in("field:lesson-number", "9");
    const std::string about = said();
    EXPECT_NE(about.find("You: 9. It is 4."), std::string::npos) << about;
    window.fill_in("field:sentence", "s");
    EXPECT_EQ(said(), about);
}

TEST(Lesson, ASquareOfAWordThatWasOnlyTriedIsAWrongAnswer) {
    LessonWindow window("who-reads-whom", 1);
    window.fill_in("field:sentence", "albatross");
    window.click("cell:A/1[9,9]");
    window.click("action:lesson-bet");
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise");
    EXPECT_NE(window.says("lesson.how").find("You: A/1[9,9]."), std::string::npos) << window.says("lesson.how");
}

TEST(Lesson, SaysSymbolsInTheNotationOfNow) {
    LessonWindow window("a-query", 1);
    EXPECT_EQ(window.says("lesson.text").find("Head 1 has a matrix of its own, W_Q."), 0) << window.says("lesson.text");
    window.key("ctrl+p");
    window.type("Notation: Paper");
    EXPECT_EQ(window.says("lesson.text").find("Head 1 has a matrix of its own, W^Q."), 0) << window.says("lesson.text");
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
    // What somebody asked for; the task wants nothing else changed.
    ASSERT_TRUE(window.app().edit(SetCell{{ArrayId::O, 0, 1, 0, 0}, 5}));
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
