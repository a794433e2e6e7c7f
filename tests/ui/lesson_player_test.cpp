// Moving through a lesson: Enter, Tab, the dots of its steps, the way from the quiz and back, and “Show me”.

#include "core/document/session/edits.h"
#include "tests/ui/lesson_window.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(LessonPlayer, AnAnswerOfTheQuizLeadsToItsStepAndBackToTheQuestion) {
    LessonWindow window("quiz", 1);
    answer(window, false);
    window.click("action:lesson/who-reads-whom/2");
    EXPECT_EQ(window.says("lesson"), "1 · Who reads whom");
    EXPECT_EQ(window.says("lesson.step"), "2 of 6");
    EXPECT_EQ(window.says("action:lesson/quiz"), "Back to the question");
    window.click("action:lesson/quiz");
    EXPECT_EQ(window.says("lesson.step"), "1 of 22");
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise");
    window.click("action:menu/help");
    window.click("action:lessons");
    window.click("action:lesson/a-query");
    EXPECT_FALSE(window.shows("action:lesson/quiz")) << "no question led here";
}

TEST(LessonPlayer, AQuestionOfTheQuizThatWasAnsweredStandsAnsweredWhenItIsComeBackTo) {
    LessonWindow window("quiz", 1);
    answer(window, false);
    window.key("page_down");
    window.key("page_up");
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise");
    window.click("action:lesson-again");
    EXPECT_EQ(window.says("lesson.verdict"), "otherwise") << "one try each";
}

TEST(LessonPlayer, ABetThatWasPlacedStandsUntilItsStepIsBegunAgain) {
    LessonWindow window("each-row-shares-one-whole", 2);
    window.fill_in("field:lesson-number", "0.67");
    window.key("page_down");
    window.key("page_up");
    EXPECT_EQ(window.says("lesson.how"), "Not so. You: 0.67. It is 0.61.");
    window.click("action:lesson-again");
    EXPECT_EQ(window.says("lesson.how"), "(not on the screen)");
}

TEST(LessonPlayer, AChosenAnswerThatIsWrongHasACrossAndTheRightOneATick) {
    LessonWindow window("a-letter-is-a-row", 1);
    window.key("2");
    EXPECT_NE(all_words(window).find("✕"), std::string::npos);
    EXPECT_NE(all_words(window).find("✓"), std::string::npos);
    const auto& list = window.app().scene().list;
    const auto filled = [&](const Item& item) {
        const Rectangle* const box = std::get_if<Rectangle>(&item.shape());
        return box != nullptr && box->fill == theme(Look::light).ink && box->box.height > 20 && box->box.x < 280 &&
               box->box.width > 200;
    };
    EXPECT_TRUE(std::ranges::none_of(list.items, filled)) << "what is filled is right";
}

TEST(LessonPlayer, EnterLeadsOnWhereNothingIsAsked) {
    LessonWindow window("who-reads-whom");
    window.key("enter");
    EXPECT_EQ(window.says("lesson.step"), "2 of 6");
    EXPECT_FALSE(window.app().workspace().field) << "and opens no cell";
    window.click("cell:A/1[7,2]");
    window.key("enter");
    EXPECT_EQ(window.says("lesson.how"), "Right.");
    window.key("enter");
    EXPECT_EQ(window.says("lesson.step"), "3 of 6");
}

TEST(LessonPlayer, EnterLeadsOnFromATaskOnlyWhenItIsDone) {
    LessonWindow window("each-row-shares-one-whole", 4);
    window.key("enter");
    EXPECT_EQ(window.says("lesson.step"), "5 of 9");
    window.key("escape");
    window.put("cell:scaled/1[2,3]", "1.1");
    window.key("enter");
    EXPECT_EQ(window.says("lesson.step"), "6 of 9");
}

TEST(LessonPlayer, AKeyThatLeadsOnPassesOverNoBetAndNoTask) {
    LessonWindow window("each-row-shares-one-whole", 3);
    window.key("page_down");
    EXPECT_EQ(window.says("lesson.step"), "4 of 9");
    EXPECT_EQ(window.says("notice"), "Place your bet first; or pass over it with “Skip”, beneath the text.");
    window.click("action:lesson-skip");
    EXPECT_EQ(window.says("notice"), "(not on the screen)");
    window.key("page_down");
    EXPECT_EQ(window.says("lesson.step"), "5 of 9");
    EXPECT_EQ(window.says("notice"), "Do the task first; or pass over it with “Skip”, beneath the text.");
    window.put("cell:scaled/1[2,3]", "1.1");
    window.key("page_down");
    EXPECT_EQ(window.says("lesson.step"), "6 of 9");
}

TEST(LessonPlayer, PageDownWithAltWalksTheMatricesOverTheStage) {
    LessonWindow window("each-row-shares-one-whole", 4);
    const auto now = [&] { return window.app().workspace().array(); };
    window.key("alt+page_down");
    EXPECT_EQ(now(), ArrayId::A);
    window.key("[");
    EXPECT_EQ(now(), ArrayId::scaled);
    window.key("alt+page_up");
    EXPECT_EQ(now(), ArrayId::scores) << "E, P, X, Q, K, scores, scaled and A have been named";
    EXPECT_EQ(window.says("lesson.step"), "5 of 9");
}

TEST(LessonPlayer, WhatATaskChangesIsTheLastOfTheMatricesOverTheStage) {
    LessonWindow window("only-the-product-counts", 1);
    for (int matrix = 0; matrix < 10; ++matrix)
        window.key("]");
    EXPECT_EQ(window.app().workspace().array(), ArrayId::W_K);
}

TEST(LessonPlayer, ItsListOfKeysSaysWhatEachDoesInIt) {
    LessonWindow window("who-reads-whom");
    window.key("f1");
    const auto said = [&](const char* key) { return window.says(fmt::format("keys:IN A LESSON:{}", key)); };
    EXPECT_EQ(said("Enter"), "Next, where nothing is asked");
    EXPECT_EQ(said("Page Down"), "The same");
    EXPECT_EQ(said("Alt+Page Down"), "Next matrix over the stage");
    EXPECT_EQ(said("Space"), "Mark the selected square, in a bet on squares");
    EXPECT_EQ(window.says("key:Page Down"), "The same") << "and nothing else";
    EXPECT_EQ(window.says("key:Alt+Page Down"), "Next matrix over the stage");
}

TEST(LessonPlayer, WhatAPictureSaysOfItsNumbersIsHiddenWhileItIsAsked) {
    LessonWindow window("only-the-product-counts", 2);
    const auto says = [&](const char* words) { return all_words(window).find(words) != std::string::npos; };
    EXPECT_FALSE(says("rank 4")) << "step 4 explains it, and asks for that of another layer";
    go_to_step(window, 4);
    EXPECT_FALSE(says("rank 4 at most."));
    window.fill_in("field:lesson-number", "8");
    EXPECT_TRUE(says("rank 4 at most."));
    go_to_step(window, 5);
    EXPECT_FALSE(says("is not symmetric"));
    window.key("1");
    EXPECT_EQ(window.says("lesson.verdict"), "right");
    EXPECT_TRUE(says("is not symmetric"));
    window.key("page_up");
    window.key("page_down");
    EXPECT_TRUE(says("is not symmetric")) << "it stands answered";
    window.click("action:lesson-leave");
    EXPECT_TRUE(window.app().workspace().says_remarks);
}

TEST(LessonPlayer, TheMatrixWhoseNumberIsAskedIsOutOfReachUntilItIsAnswered) {
    LessonWindow window("a-query", 2);
    EXPECT_FALSE(window.shows("action:step/Q"));
    window.key("]");
    EXPECT_NE(window.app().workspace().array(), ArrayId::Q);
    window.fill_in("field:lesson-number", "-1");
    EXPECT_TRUE(window.shows("action:step/Q"));
}

TEST(LessonPlayer, BothSentencesAreWrittenByTheKeyboardAlone) {
    LessonWindow window("one-asks-another-answers", 4);
    window.key("ctrl+l");
    window.key("tab");
    window.key("ctrl+a");
    window.type("koobeton");
    EXPECT_EQ(window.says("lesson.state"), "done");
    window.click("action:lesson-again");
    EXPECT_EQ(window.says("lesson.state"), "not yet");
    window.key("alt+l");
    window.key("ctrl+a");
    window.type("koobeton");
    EXPECT_EQ(window.says("lesson.state"), "done");
}

TEST(LessonPlayer, SquaresAreMarkedByTheKeyboardAlone) {
    LessonWindow window("each-row-shares-one-whole", 3);
    EXPECT_NE(all_words(window).find("Space"), std::string::npos);
    window.key("up"); // from the cell on which it opens
    window.key("space");
    window.key("left");
    window.key("space");
    window.key("enter");
    EXPECT_EQ(window.says("lesson.said"), "p₄ loses a part of its share, and all others of the row get it.");
}

TEST(LessonPlayer, ANumberOfAMenuIsTypedByTheKeyboardAloneAndEnterThenLeadsOn) {
    LessonWindow window("why-root-d-k", 4);
    window.key("f6");
    for (int button = 0; button < 12 && window.says("focus") != "action:menu/scale"; ++button)
        window.key("tab");
    window.key("enter");
    ASSERT_EQ(window.says("overlay"), "menu");
    for (int line = 0; line < 8 && window.says("focus") != "field:scale"; ++line)
        window.key("down");
    window.type("0.0625");
    EXPECT_EQ(window.says("lesson.state"), "done");
    EXPECT_NE(window.says("overlay"), "menu");
    window.key("enter");
    EXPECT_EQ(window.says("lesson.step"), "6 of 10");
}

TEST(LessonPlayer, TabWalksToItsButtons) {
    LessonWindow window("who-asks-who-answers", 4);
    const Index head = window.app().workspace().head;
    window.key("tab");
    EXPECT_EQ(window.app().workspace().head, head);
    EXPECT_EQ(window.says("focus"), "action:lesson-answer/1");
    window.key("tab");
    window.key("enter");
    EXPECT_NE(window.says("lesson.verdict"), "(not on the screen)");
    window.key("enter");
    EXPECT_EQ(window.says("lesson.step"), "6 of 8") << "the button that was pressed is gone";
}

TEST(LessonPlayer, ItsDotsLeadToStepsThatWereSeen) {
    LessonWindow window("who-reads-whom", 3);
    EXPECT_FALSE(window.shows("action:lesson-step/5")) << "it was not seen yet";
    window.click("action:lesson-step/1");
    EXPECT_EQ(window.says("lesson.step"), "1 of 6");
    window.click("action:lesson-step/4");
    EXPECT_EQ(window.says("lesson.step"), "4 of 6");
    go_to_step(window, 6);
    window.key("page_down");
    window.click("action:lesson/who-reads-whom");
    window.click("action:lesson-step/5");
    EXPECT_EQ(window.says("lesson.step"), "5 of 6") << "a lesson that is done opens anywhere";
}

TEST(LessonPlayer, ShowMeSaysWhatItChangedAndGoesThere) {
    LessonWindow window("a-query", 5);
    for (int rung = 0; rung < 3; ++rung)
        window.click("action:lesson-hint");
    window.settle();
    EXPECT_EQ(window.says("lesson.state"), "done");
    EXPECT_EQ(window.says("lesson.shown"), "Shown: W_Q⁽¹⁾, “odd”, “odd”: −1 → 1; W_Q⁽¹⁾, “left”, “left”: −1 → 1.");
    EXPECT_TRUE(window.shows("cell:W_Q/1[6,2]")) << "where it did it";
}

TEST(LessonPlayer, ASolutionOfOnesOwnIsToldWhatItDid) {
    LessonWindow window("w-o-mixes", 5);
    EXPECT_EQ(window.app().workspace().array(), ArrayId::W_O) << "where the task can be done";
    window.put("cell:W_O/2[3,3]", "20"); // not the ten of “Show me”
    EXPECT_EQ(window.says("lesson.state"), "done");
    EXPECT_NE(window.says("lesson.then").find("t₂ votes for s with 15.19 now, for o with 7.11."), std::string::npos)
        << window.says("lesson.then");
    window.click("action:lesson-again");
    for (int rung = 0; rung < 3; ++rung)
        window.click("action:lesson-hint");
    window.settle();
    EXPECT_EQ(window.says("lesson.shown").find("Shown: W_O"), 0U);
    EXPECT_NE(window.says("lesson.then").find("t₂ votes for s with 8.07 now"), std::string::npos);
}

TEST(LessonPlayer, AWeightIsChangedWhereItStandsInThePictureOfAProduct) {
    LessonWindow window("w-o-mixes", 5);
    window.click("action:step/Y");
    window.put("cell:W_O/2[3,3]", "10");
    EXPECT_EQ(window.says("lesson.state"), "done");
    EXPECT_TRUE(window.app().session().layer().pins.empty());
}

TEST(LessonPlayer, WhatWasPinnedInTheWayOfATaskIsSaidAndTakenBack) {
    LessonWindow window("w-o-mixes", 5);
    window.click("action:step/Y");
    window.put("cell:Y[2,3]", "20");
    EXPECT_EQ(window.says("lesson.state"), "not yet");
    EXPECT_EQ(window.says("lesson.said"), "y₂‚₃ is pinned now, and not computed any more; W_O is as before.");
    window.click("action:undo");
    EXPECT_EQ(window.says("lesson.said"), "(not on the screen)");
    EXPECT_TRUE(window.app().session().layer().pins.empty());
}

TEST(LessonPlayer, WhatWasChangedBesideATaskIsSaid) {
    LessonWindow window("only-the-product-counts", 1);
    window.put("cell:W_K/1[6,2]", "-1");
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 5}));
    window.settle();
    EXPECT_EQ(window.says("lesson.said"), "That is one of the two signs.") << "a foreseen slip comes first";
    window.click("action:lesson-again");
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 5}));
    window.settle();
    EXPECT_EQ(window.says("lesson.said"), "You changed W_Q⁽¹⁾; the task asks for W_K⁽¹⁾ alone.");
}

TEST(LessonPlayer, TheNameThatWouldSayTheAnswerIsHiddenUntilTheTaskIsDone) {
    LessonWindow window("why-root-d-k", 4);
    window.click("action:menu/scale");
    EXPECT_TRUE(window.shows("action:scale-one"));
    EXPECT_FALSE(window.shows("action:scale-default"));
    window.fill_in("field:scale", "0.0625");
    EXPECT_EQ(window.says("lesson.state"), "done");
    EXPECT_EQ(window.says("action:menu/scale"), "scale: 0.0625");
    window.click("action:menu/scale");
    EXPECT_TRUE(window.shows("action:scale-default"));
}

TEST(LessonPlayer, LettersThatAreTypedGoWhereTheStepWaitsForThem) {
    {
        LessonWindow window("who-reads-whom", 4);
        window.type("about"); // without a click
        EXPECT_EQ(window.says("lesson.said"),
                  "In five letters, letter 2 reads letter 4, the last but one. One letter more?");
        window.type("anyone");
        EXPECT_EQ(window.says("lesson.state"), "done");
    }
    LessonWindow other("a-letter-is-a-row", 4);
    other.write("minus");
    EXPECT_FALSE(other.app().workspace().overlay) << "m is a command elsewhere";
    EXPECT_EQ(other.says("field:lesson-number"), "minus");
}

TEST(LessonPlayer, AllWordsOfABatchAreInSight) {
    LessonWindow window("a-letter-is-a-row", 6);
    EXPECT_TRUE(window.shows("cell:Y[1,1]"));
    EXPECT_NE(all_words(window).find("item 1 · stop"), std::string::npos);
    EXPECT_NE(all_words(window).find("item 2 · toss"), std::string::npos);
    go_to_step(window, 8);
    window.key("1");
    window.settle();
    EXPECT_NE(all_words(window).find("item 2 · tosp"), std::string::npos);
}

TEST(LessonPlayer, ShowMeBeginsWhereTheStepBegan) {
    LessonWindow window("only-the-product-counts", 1);
    window.put("cell:W_K/1[8,4]", "-1"); // no solution undoes it
    for (int rung = 0; rung < 3; ++rung)
        window.click("action:lesson-hint");
    window.settle();
    EXPECT_EQ(window.says("lesson.state"), "done");
    EXPECT_EQ(window.says("lesson.shown").find("Shown: your own changes taken back; W_K"), 0U)
        << window.says("lesson.shown");
}

TEST(LessonPlayer, ABetOnASquareWaitsUntilOneIsChosen) {
    LessonWindow window("who-reads-whom", 1);
    EXPECT_FALSE(window.shows("action:lesson-bet"));
    window.key("enter");
    EXPECT_EQ(window.says("lesson.verdict"), "(not on the screen)") << "by accident";
    const Workspace& workspace = window.app().workspace();
    window.click(fmt::format("cell:A/1[{},{}]", workspace.row + 1, workspace.column + 1));
    window.click("action:lesson-bet"); // that choice may be right too
    EXPECT_NE(window.says("lesson.verdict"), "(not on the screen)");
}

TEST(LessonPlayer, WhatItSaysOfNumbersFollowsThem) {
    LessonWindow window("bright-is-not-influential");
    while (window.says("lesson.says") == "(not on the screen)")
        pass_over(window);
    EXPECT_EQ(window.says("lesson.says"), "All eight are on.");
    ASSERT_TRUE(window.app().edit(SetHeadOn{1, false}));
    window.settle();
    EXPECT_EQ(window.says("lesson.says"), "Seven are on.");
    window.key("ctrl+z");
    EXPECT_EQ(window.says("lesson.says"), "All eight are on.");
}

TEST(LessonPlayer, WhatWouldComeBackOfEveryWordOfATaskFollowsTheHeads) {
    LessonWindow window("bright-is-not-influential");
    while (window.says("lesson.task") == "(not on the screen)")
        pass_over(window);
    pass_over(window);
    while (window.says("lesson.task") == "(not on the screen)")
        pass_over(window);
    EXPECT_EQ(window.says("lesson.would-come-back.stressed").substr(0, 9), "desserts ");
    EXPECT_EQ(window.says("lesson.would-come-back.keyboard"), "draobyek 99 %");
    ASSERT_TRUE(window.app().edit(SetHeadOn{0, false}));
    ASSERT_TRUE(window.app().edit(SetHeadOn{1, false}));
    window.settle();
    EXPECT_NE(window.says("lesson.would-come-back.keyboard"), "draobyek 99 %");
    window.fill_in("field:sentence", "keyboard");
    EXPECT_TRUE(window.says("lesson.would-come-back.keyboard").starts_with(window.says("readout")));
}

TEST(LessonPlayer, WhatIsTriedInItIsNobodysWorkInTheTitleEither) {
    LessonWindow window("who-reads-whom");
    const auto is_marked = [&] {
        const bool in_title = window.settle().title.find("•") != std::string::npos;
        const bool in_bar = window.says("action:menu/presets").find("•") != std::string::npos;
        EXPECT_EQ(in_title, in_bar);
        return in_title;
    };
    ASSERT_TRUE(window.app().edit(RenameToken{0, 0, "a"}));
    EXPECT_FALSE(is_marked()) << "closing the window asks nothing";
    for (int step = 0; step < 3; ++step) {
        pass_over(window);
        EXPECT_FALSE(is_marked()) << step;
    }
    ASSERT_TRUE(window.app().edit(RenameToken{0, 0, "b"}));
    window.key("escape");
    window.click("action:lesson-leave");
    EXPECT_TRUE(is_marked()) << "outside it is a session as others, and closing asks";
    window.app().ask_to_close();
    window.settle();
    EXPECT_TRUE(window.shows("action:unsaved/save"));
}

TEST(LessonPlayer, NamesOfColumnsThatNobodySawGoWithoutAWord) {
    LessonWindow window("v-decides-what");
    ASSERT_TRUE(window.app().session().column_names.contains(ArrayId::V));
    const Fill identity{.array = ArrayId::W_V, .with = Fill::With::identity};
    const auto said_beside = [&](ArrayId shown) {
        window.show(shown);
        EXPECT_TRUE(window.app().edit(identity));
        window.settle();
        const auto& notice = window.app().workspace().notice;
        std::string said = notice ? notice->text.letters() : std::string();
        window.key("ctrl+z");
        return said;
    };
    EXPECT_EQ(said_beside(ArrayId::A), "");
    EXPECT_NE(said_beside(ArrayId::V).find("are numbered instead of named"), std::string::npos);
    EXPECT_NE(said_beside(ArrayId::O).find("are numbered instead of named"), std::string::npos);
    window.click("action:lesson-leave");
    EXPECT_NE(said_beside(ArrayId::A).find("are numbered instead of named"), std::string::npos);
}

TEST(LessonPlayer, WhatIsAskedAboutIsExplainedWhenItIsAnswered) {
    LessonWindow window("where-weights-come-from");
    go_to_step(window, 5);
    ASSERT_NE(window.says("lesson.text").find("the MLP"), std::string::npos);
    EXPECT_EQ(window.says("underlined:MLP"), "(not on the screen)") << "it takes one row, by itself";
    EXPECT_NE(window.says("underlined:weights"), "(not on the screen)");
    answer(window, true);
    EXPECT_NE(window.says("underlined:MLP"), "(not on the screen)");
}

TEST(LessonPlayer, ATipHasNoSymbolThatNoLessonHasNamed) {
    const auto point_at_a_share = [](LessonWindow& window) {
        window.click("cell:A/1[1,2]");
        window.key("shift+f1");
        EXPECT_TRUE(window.shows("tooltip.value"));
    };
    {
        LessonWindow early("who-reads-whom");
        point_at_a_share(early);
        EXPECT_EQ(early.says("tooltip.formula"), "");
        EXPECT_EQ(early.says("tooltip.becomes"), "") << "O comes in lesson 7";
        early.click("action:lesson-everything");
        point_at_a_share(early);
        EXPECT_NE(early.says("tooltip.formula"), "");
    }
    LessonWindow late("two-questions-two-heads");
    go_to_step(late, 3);
    point_at_a_share(late);
    EXPECT_NE(late.says("tooltip.formula"), "");
}

} // namespace
} // namespace attn
