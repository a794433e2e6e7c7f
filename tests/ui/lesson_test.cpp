#include "tests/ui/lesson_window.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace attn {
namespace {

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
    EXPECT_EQ(window.says("lesson.how"), "Not so. The squares in dashes are right.");
    EXPECT_EQ(window.says("lesson.said"), "p₄ loses a part of its share, and all others of the row get it.");
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
    EXPECT_EQ(window.says("lesson.said"), "scores is made of K, which you put after it.");
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

} // namespace
} // namespace attn
