#include "core/document/session/readings.h"

#include "tests/judge/layout.h"
#include "tests/ui/lesson_window.h"
#include "tests/ui/offscreen_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <variant>

namespace attn {
namespace {

AppOptions of_a_newcomer() {
    AppOptions options;
    options.offers_start = true;
    return options;
}

/// The window of a new user.
struct FirstMinute : OffscreenWindow {
    explicit FirstMinute(float width = 1440, float height = 900)
        : OffscreenWindow(preset("eight-heads"), width, height, of_a_newcomer()) {}
    const Workspace& workspace() { return app().workspace(); }
    void name(std::string_view letters) {
        click("field:name");
        key("ctrl+a");
        write(letters);
    }
};

TEST(Start, OpensOnAWordThatComesBackReversedAndNothingElse) {
    FirstMinute window;
    EXPECT_EQ(window.says("readout"), "desserts");
    EXPECT_EQ(window.says("start.title"), "stressed goes in, desserts comes out.");
    ASSERT_TRUE(window.workspace().field) << "a name can be typed at once";
    EXPECT_EQ(window.workspace().field->name, "field:name");
    for (const char* later : {"pipeline", "stage", "inspector.value", "action:lesson-answer/1", "action:menu/mask"})
        EXPECT_FALSE(window.shows(later)) << later;
}

TEST(Start, IsNobodysWorkOnceItIsLeft) {
    FirstMinute window;
    window.name("anna");
    window.click("action:lesson-leave");
    window.click("action:menu/presets");
    window.click("action:preset/by-hand");
    window.app().ask_to_close();
    EXPECT_TRUE(window.settle().closed);
}

TEST(Start, StaysOnTheWallFromStepToStep) {
    FirstMinute window;
    window.key("f11");
    ASSERT_TRUE(window.workspace().lecture);
    window.key("page_down");
    EXPECT_EQ(window.says("start.title"), "Who does this?");
    EXPECT_TRUE(window.workspace().lecture);
}

TEST(Start, ReadsANameWhileItIsTyped) {
    FirstMinute window;
    window.write("M");
    EXPECT_EQ(window.says("readout"), "m");
    window.write("aria");
    EXPECT_EQ(window.says("readout"), "airam");
    EXPECT_EQ(window.says("letter:1"), "m") << "capitals are small";
    EXPECT_EQ(window.says("start.remark"), "");
}

TEST(Start, SaysWhatItDoesNotKnowAndKeepsTheWord) {
    FirstMinute window;
    window.write("jörg");
    EXPECT_EQ(window.says("start.remark"), "This layer knows a to z.");
    EXPECT_EQ(window.says("readout"), "desserts");
    window.name("marigold123");
    EXPECT_THAT(all_words(window), testing::HasSubstr("Write it without 1, 2 and 3."));
    window.name("123");
    EXPECT_THAT(all_words(window), testing::HasSubstr("Write a word of these."));
    window.name("abcdefghijk");
    EXPECT_EQ(window.says("start.remark"), "This layer knows words of up to 10 letters.");
    window.name("Anna");
    EXPECT_EQ(window.says("start.remark"), "The same both ways. Try another.");
    EXPECT_EQ(window.says("readout"), "anna");
}

TEST(Start, TakesASentenceWithItToAnExampleThatReadsWords) {
    for (const bool at_the_heads : {false, true}) {
        FirstMinute window(at_the_heads ? 1000.0F : 1440.0F, at_the_heads ? 640.0F : 900.0F);
        if (at_the_heads)
            window.click("action:lesson-next");
        window.name("the cat sat on the mat");
        EXPECT_EQ(window.says("start.remark"),
                  "This layer reads one word of up to 10 letters. Open another example for sentences.");
        EXPECT_EQ(window.says("action:take-to-words"), "Take it to Who and where");
        window.click("action:take-to-words");
        EXPECT_FALSE(lesson_alone(window.workspace()));
        EXPECT_EQ(window.app().session().title, "Who and where");
        EXPECT_EQ(window.says("field:sentence"), "the cat sat on the mat");
        EXPECT_FALSE(window.shows("action:take-to-words"));
        window.app().ask_to_close();
        window.settle();
        EXPECT_TRUE(window.shows("action:unsaved/save")) << "the sentence is in no file";
        window.click("action:close");
        window.key("ctrl+z");
        EXPECT_EQ(window.says("readout"), "desserts") << "the way back is one step";
    }
    FirstMinute window;
    window.name("abcdefghijk");
    EXPECT_FALSE(window.shows("action:take-to-words")) << "one word is no sentence";
}

TEST(Start, BringsTenNamesBackReversed) {
    FirstMinute window;
    for (const std::string name :
         {"li", "eva", "noah", "maria", "daniel", "natalia", "isabella", "alexander", "maximilian", "jo"}) {
        window.name(name);
        EXPECT_EQ(window.says("readout"), std::string(name.rbegin(), name.rend()));
    }
}

TEST(Start, TheVerdictIsWhatTheLayerSaysWithoutTheHead) {
    FirstMinute window;
    window.click("action:lesson-next");
    EXPECT_FALSE(window.shows("action:head-on")) << "first a bet";
    EXPECT_FALSE(window.shows("action:see-how"));
    window.key("page_down");
    EXPECT_EQ(window.workspace().lesson->step, 1U) << "it waits for the bet";
    window.click("action:lesson-answer/1");
    EXPECT_EQ(window.says("start.head/1"), "off");
    EXPECT_EQ(window.says("readout"), "sessents");
    EXPECT_EQ(window.says("start.title"), "Without head 1: sessents.");
    EXPECT_EQ(window.says("start.text"), "Six of eight letters come back right: who helps?");
    EXPECT_TRUE(window.workspace().lesson->bet.was_right) << "letters were lost";
    EXPECT_TRUE(window.shows("action:see-how")) << "only now";
    window.click("action:head-on");
    EXPECT_EQ(window.says("readout"), "desserts");
    window.click("action:switch-head/2");
    EXPECT_EQ(window.says("start.text"),
              "Still desserts, but less sure: the least sure letter falls from over 99 % to 68 %. Others do it too.");
    window.click("action:heads-all-on");
    EXPECT_EQ(window.says("readout"), "desserts");
}

TEST(Start, ABetOnAHeadThatLosesNothingIsNotRight) {
    FirstMinute window;
    window.click("action:lesson-next");
    window.click("action:lesson-answer/5");
    EXPECT_EQ(window.says("start.text"), "Nothing lost: somebody else does it.");
    EXPECT_TRUE(window.workspace().lesson->bet.is_settled);
    EXPECT_FALSE(window.workspace().lesson->bet.was_right);
}

TEST(Start, ItsTaskIsDoneByTheHeadsThatDoItTogether) {
    FirstMinute window;
    window.click("action:lesson-next");
    window.click("action:lesson-answer/1");
    window.click("action:lesson-next");
    EXPECT_EQ(window.says("start.ask"),
              "Now switch off several heads at once. More letters should be wrong then than when any "
              "one of these heads is off alone.");
    window.click("action:switch-head/5");
    EXPECT_FALSE(window.workspace().lesson->task.is_done);
    window.click("action:switch-head/5");
    EXPECT_EQ(heads_off(window.app().session().layer()), std::vector<Index>{0}) << "and on again";
    window.key("2");
    EXPECT_EQ(window.says("start.title"), "Without heads 1 and 2: ttstsstt.");
    EXPECT_EQ(window.says("start.text"), "Two of eight letters come back right.");
    EXPECT_EQ(
        window.says("start.ask"),
        "So no head does it alone. With one head off, others still do its work; with too many off, nobody is left to "
        "do it.");
    EXPECT_TRUE(window.workspace().lesson->task.is_done);
}

TEST(Start, ShowsWhoAsksForHintsWhatDoesIt) {
    FirstMinute window;
    window.click("action:lesson-next");
    window.click("action:lesson-answer/5");
    window.click("action:lesson-next");
    window.click("action:lesson-hint");
    EXPECT_EQ(window.says("start.hint"), "Which maps are dark from corner to corner?");
    window.click("action:lesson-hint");
    window.click("action:lesson-hint");
    EXPECT_EQ(window.says("readout"), "ttstsstt");
    EXPECT_TRUE(window.workspace().lesson->task.is_done);
}

TEST(Start, TheBetIsAboutTheWordThatIsTypedBeforeIt) {
    FirstMinute window;
    window.click("action:lesson-next");
    window.name("keyboard");
    window.click("action:lesson-answer/1");
    EXPECT_EQ(window.says("readout"), "dnaobyek") << "the word stayed";
    window.click("action:lesson-back");
    window.click("action:lesson-next");
    EXPECT_EQ(window.says("readout"), "draobyek") << "from the beginning with all heads";
    window.click("action:lesson-answer/1");
    EXPECT_EQ(window.says("readout"), "dnaobyek");
}

TEST(Start, GoesByKeysAlone) {
    FirstMinute window;
    window.type("maria");
    window.key("enter");
    EXPECT_EQ(window.workspace().lesson->now().view, StepView::heads);
    window.key("2");
    EXPECT_EQ(heads_off(window.app().session().layer()), std::vector<Index>{1});
    window.key("ctrl+z");
    EXPECT_TRUE(heads_off(window.app().session().layer()).empty());
    window.key("ctrl+y");
    window.key("enter");
    EXPECT_EQ(window.workspace().lesson->step, 2U);
    window.key("enter");
    ASSERT_TRUE(window.workspace().lesson);
    EXPECT_FALSE(lesson_alone(window.workspace()));
}

TEST(Start, IsLeftAnyTime) {
    FirstMinute window;
    window.write("eva");
    window.key("escape");
    EXPECT_FALSE(lesson_alone(window.workspace())) << "at once, as the button says, though a word was being typed";
    EXPECT_TRUE(window.shows("pipeline"));
    EXPECT_EQ(window.says("readout"), "ave") << "the word stays, and over the tokens what comes back";
    EXPECT_TRUE(window.app().remembered().knows_start);
}

TEST(Start, EscDoesWhatItsButtonSaysInEveryStep) {
    for (int step = 0; step < 3; ++step) {
        FirstMinute window;
        for (int to = 0; to < step; ++to) {
            window.click("action:lesson-next");
            if (to == 0 && step > 1)
                window.click("action:lesson-answer/1");
        }
        EXPECT_EQ(window.shows("action:lesson-back"), step > 0);
        window.key("tab"); // the keyboard moves over the buttons
        window.key("escape");
        EXPECT_FALSE(lesson_alone(window.workspace())) << step;
        EXPECT_TRUE(window.shows("pipeline")) << step;
    }
}

TEST(Start, BackLeadsToTheStepBefore) {
    FirstMinute window(640, 560);
    window.click("action:lesson-next");
    window.click("action:lesson-back");
    EXPECT_EQ(window.says("start.title"), "stressed goes in, desserts comes out.");
    EXPECT_FALSE(window.shows("action:lesson-back"));
}

TEST(Start, NobodyIsAskedAboutTheName) {
    FirstMinute window;
    window.write("eva");
    window.click("action:menu/presets");
    window.click("action:preset/by-hand");
    EXPECT_FALSE(window.shows("action:unsaved/discard"));
    EXPECT_FALSE(lesson_alone(window.workspace()));
}

TEST(Start, ComesOnceByItselfAndThenFromHelp) {
    AppOptions options = of_a_newcomer();
    options.remembered.knows_start = true;
    OffscreenWindow window(preset("eight-heads"), 1440, 900, options);
    EXPECT_FALSE(lesson_alone(window.app().workspace()));
    window.click("action:menu/help");
    window.click("action:start");
    EXPECT_TRUE(lesson_alone(window.app().workspace()));
    EXPECT_EQ(window.says("readout"), "desserts");
}

TEST(Start, FitsSmallAndLargeWindows) {
    for (const Point size : {Point{1280, 720}, Point{1440, 900}, Point{1024, 640}, Point{2560, 1440}}) {
        FirstMinute window(size.x, size.y);
        window.name("maximilian");
        for (int part = 0; part < 2; ++part) {
            for (const ShownTarget& target : window.app().targets()) {
                EXPECT_GE(target.box.x, -1) << target.name;
                EXPECT_GE(target.box.y, -1) << target.name;
                EXPECT_LE(target.box.right(), size.x + 1) << target.name << " of a window " << size.x << " wide";
                EXPECT_LE(target.box.bottom(), size.y + 1) << target.name << " of a window " << size.y << " high";
            }
            if (part == 0)
                window.click("action:lesson-next");
        }
    }
}

TEST(Start, NothingLiesOverTheNameOfAHeadThatIsOff) {
    FirstMinute window(1000, 600);
    window.click("action:lesson-next");
    window.click("action:lesson-answer/7");
    window.click("action:switch-head/3");
    std::vector<std::string> over;
    for (std::string& complaint : test::layout_complaints(window.app().scene().list, {0, 0, 1000, 600}))
        if (complaint.find("off") != std::string::npos)
            over.push_back(std::move(complaint));
    EXPECT_EQ(over, std::vector<std::string>());
}

TEST(ReadOut, StandsOverTheTokens) {
    OffscreenWindow window(preset("eight-heads"));
    EXPECT_EQ(window.says("readout"), "desserts");
    EXPECT_EQ(window.says("readout:8"), "s");
    window.fill_in("field:sentence", "KEYBOARD");
    EXPECT_EQ(window.says("readout"), "draobyek");
    EXPECT_EQ(window.says("field:sentence"), "keyboard");
    window.fill_in("field:sentence", "käse");
    EXPECT_EQ(window.says("tokens.remark"), "ä is unknown to this layer. It takes a to z, at most 10 of them: “kse”.");
}

TEST(ReadOut, OfWordsHasSpacesBetweenThem) {
    Session session = preset("who-and-where");
    session.readouts = {{"before me", 0, {"rose", "is", "a", "lily"}}};
    OffscreenWindow window(session);
    EXPECT_EQ(window.says("readout"), "rose rose is a");
    EXPECT_EQ(window.says("readout.sure"), "least sure: rose 32 %");
    window.click("action:head/1");
    window.drag("cell:A/1[2,3]", {0, -400});
    EXPECT_EQ(window.says("readout"), "rose a is a") << "row 2 was made to read a";
    window.key("ctrl+z");
    EXPECT_EQ(window.says("readout"), "rose rose is a");
    window.fill_in("field:sentence", "lily is a rose");
    EXPECT_EQ(window.says("readout"), "= lily is a") << "the first word reads all alike: a tie";
}

} // namespace
} // namespace attn
