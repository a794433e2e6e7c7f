#include "tests/temporary_folder.h"
#include "tests/ui/offscreen_window.h"

#include <chrono>
#include <fstream>
#include <gtest/gtest.h>

namespace attn {
namespace {

float value_of(OffscreenWindow& window, std::string_view cell) {
    return window.app().trace().value(*parse_cell_name(cell));
}

TEST(App, OpensOnTheQuestionOfItsPreset) {
    OffscreenWindow window(preset("who-and-where"));
    EXPECT_EQ(window.says("stage.title"), "Which words does rose₄ read?");
    EXPECT_TRUE(window.shows("cell:A/2[4,1]"));
    EXPECT_EQ(window.says("inspector.value"), "0.491");
    EXPECT_EQ(window.says("token:4"), "rose");
}

TEST(App, StepsForwardAndBackByKeyAndClick) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("page_down");
    EXPECT_TRUE(window.shows("cell:O/2[4,1]"));
    window.click("action:previous");
    EXPECT_EQ(window.app().workspace().step, ArrayId::A);
    window.click("action:step/Q");
    EXPECT_TRUE(window.shows("cell:Q/2[1,1]"));
    EXPECT_TRUE(window.shows("cell:W_Q/2[1,1]")) << "the operands stand beside the result";
}

TEST(App, ShowsEveryStepWithItsSelectedCell) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+home");
    for (int step = 0; step < 18; ++step) {
        EXPECT_NE(window.says("inspector.value"), "(not on the screen)");
        EXPECT_NE(window.says("stage.title"), "(not on the screen)");
        window.key("page_down");
    }
    EXPECT_EQ(window.app().workspace().step, ArrayId::Y);
}

TEST(App, ComesBackFromAWeightToTheTokenThatWasSelected) {
    OffscreenWindow window(preset("who-and-where"));
    window.click("cell:A/2[2,3]");
    window.click("action:show/W_Q");
    window.click("cell:W_Q/2[7,1]");
    window.click("action:step/A");
    EXPECT_EQ(window.says("inspector.name"), "A⁽²⁾ · is₂ reads a₃");
    window.click("action:show/W_K");
    EXPECT_EQ(window.says("inspector.name"), "W_K⁽²⁾ · row 7, column 1") << "a dimension stays selected in all weights";
    window.key("page_down");
    EXPECT_EQ(window.app().workspace().row, 1) << "and no step changes the token";
}

TEST(App, HeadIsChosenByDigitTabAndClick) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("alt+1");
    EXPECT_TRUE(window.shows("cell:A/1[4,3]"));
    window.key("tab");
    EXPECT_TRUE(window.shows("cell:A/2[4,3]"));
    window.click("action:head/1");
    EXPECT_TRUE(window.shows("cell:A/1[4,3]"));
}

TEST(App, ClickSelectsACellAndArrowsMoveOn) {
    OffscreenWindow window(preset("who-and-where"));
    window.click("cell:A/2[2,2]");
    EXPECT_EQ(window.says("inspector.value"), "0.948");
    window.key("right");
    EXPECT_EQ(window.says("inspector.name"), "A⁽²⁾ · is₂ reads a₃");
}

TEST(App, ValueTypedIntoTheInspectorChangesTheWeightAndUndoTakesItBack) {
    OffscreenWindow window(preset("who-and-where"));
    window.click("action:show/W_Q");
    window.click("cell:W_Q/2[1,1]");
    window.fill_in("field:value", "2.5");
    EXPECT_EQ(value_of(window, "W_Q/2[1,1]"), 2.5F);
    EXPECT_TRUE(window.app().unsaved());
    window.key("ctrl+z");
    EXPECT_EQ(value_of(window, "W_Q/2[1,1]"), 8.0F);
    EXPECT_FALSE(window.app().unsaved());
    window.key("ctrl+y");
    EXPECT_EQ(value_of(window, "W_Q/2[1,1]"), 2.5F);
}

TEST(App, ValueIsTypedRightIntoTheCell) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("page_up");
    window.click("action:step/E");
    window.double_click("cell:E[2,1]");
    window.type("-0.75");
    EXPECT_EQ(value_of(window, "E[2,1]"), -0.75F);
}

TEST(App, WhatIsNoNumberIsRefusedBesideTheFieldAndTheOldValueStays) {
    OffscreenWindow window(preset("who-and-where"));
    const float before = value_of(window, "A/2[4,1]");
    window.fill_in("field:value", "much");
    EXPECT_EQ(window.app().workspace().field_problem, "“much” is not a number; write one such as -0.25");
    EXPECT_EQ(value_of(window, "A/2[4,1]"), before);
    window.key("escape");
    EXPECT_FALSE(window.app().workspace().field);
}

TEST(App, DragOfAnOperandsCellIsOneUndo) {
    OffscreenWindow window(preset("who-and-where"));
    window.click("action:step/Q");
    window.drag("cell:W_Q/2[1,1]", {0, -40});
    EXPECT_GT(value_of(window, "W_Q/2[1,1]"), 8.0F);
    window.key("ctrl+z");
    EXPECT_EQ(value_of(window, "W_Q/2[1,1]"), 8.0F);
    EXPECT_FALSE(window.app().unsaved());
}

TEST(App, PinKeepsAScoreAndUnpinComputesItAgain) {
    OffscreenWindow window(preset("who-and-where"));
    window.click("action:step/scores");
    window.click("cell:scores/2[1,2]");
    window.fill_in("field:value", "5");
    EXPECT_EQ(value_of(window, "scores/2[1,2]"), 5.0F);
    EXPECT_TRUE(window.shows("action:unpin"));
    window.click("action:unpin");
    EXPECT_EQ(value_of(window, "scores/2[1,2]"), 0.0F);
    EXPECT_TRUE(window.shows("action:pin"));
}

TEST(App, LinkLeadsUpstream) {
    OffscreenWindow window(preset("who-and-where"));
    window.click("action:step/scores");
    window.click("cell:scores/2[4,1]");
    window.click("link:Q/2[4,1]");
    EXPECT_EQ(window.app().workspace().step, ArrayId::Q);
    EXPECT_EQ(window.says("inspector.value"), "8.00");
}

TEST(App, SentenceAndChipsChangeTheTokens) {
    OffscreenWindow window(preset("who-and-where"));
    window.fill_in("field:sentence", "rose is a lily");
    EXPECT_EQ(window.says("token:4"), "lily");
    window.double_click("token:1");
    window.type("is");
    EXPECT_EQ(window.says("token:1"), "is");
    window.drag("token:1", {160, 0});
    EXPECT_EQ(window.says("token:1"), "is");
    EXPECT_EQ(window.app().session().layer().sequence.items.front(),
              (std::vector<std::string>{"is", "a", "is", "lily"}));
    window.click("token:4");
    window.click("action:remove-token/4");
    EXPECT_EQ(window.app().session().layer().sequence.token_count(), 3);
}

TEST(App, LettersOfEveryScriptSurviveTyping) {
    const std::string words = "naïve 数据 🙂 مرحبا";
    OffscreenWindow window(sentence(R"(["a","b","c","d"])"));
    window.fill_in("field:sentence", words);
    EXPECT_EQ(window.app().session().layer().sequence.items.front(),
              (std::vector<std::string>{"naïve", "数据", "🙂", "مرحبا"}));
    EXPECT_EQ(window.says("field:sentence"), words);
}

TEST(App, MaskIsSwitchedInItsMenuAndPaintedWithTheMouse) {
    OffscreenWindow window(sentence(R"(["a","b","c"])"));
    window.click("action:menu/mask");
    window.click("action:mask-causal");
    EXPECT_FALSE(window.app().workspace().overlay) << "a menu closes when something was chosen";
    EXPECT_EQ(value_of(window, "A/1[1,2]"), 0);
    window.click("action:step/mask");
    window.double_click("cell:mask[3,1]");
    EXPECT_EQ(value_of(window, "A/1[3,1]"), 0);
}

TEST(App, TemperatureIsTypedInTheScaleMenu) {
    OffscreenWindow window(sentence(R"(["a","b","c"])"));
    window.click("action:menu/scale");
    window.fill_in("field:temperature", "2");
    EXPECT_EQ(window.app().session().layer().temperature, 2.0F);
    window.click("action:menu/scale");
    window.fill_in("field:temperature", "0");
    EXPECT_EQ(window.app().session().layer().temperature, 2.0F);
    EXPECT_FALSE(window.app().workspace().field_problem.empty());
}

TEST(App, SizesChangeLive) {
    OffscreenWindow window(sentence(R"(["a","b","c"])"));
    window.key("ctrl+p");
    window.type("sizes");
    window.fill_in("field:size/d_k", "6");
    EXPECT_EQ(window.app().trace().sizes().d_k, 6);
    window.key("escape");
    EXPECT_FALSE(window.app().workspace().overlay);
}

TEST(App, ActionIsFoundByItsName) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("ctrl+p");
    window.type("swap");
    EXPECT_EQ(value_of(window, "W_Q/2[1,1]"), 1.0F);
    EXPECT_EQ(value_of(window, "W_K/2[1,1]"), 8.0F);
}

TEST(App, UnsavedChangesAreAskedAboutBeforeTheyGo) {
    OffscreenWindow window(preset("who-and-where"));
    window.fill_in("field:sentence", "a rose");
    window.app().ask_to_close();
    EXPECT_FALSE(window.settle().closed);
    window.click("action:close");
    EXPECT_FALSE(window.settle().closed);
    window.app().ask_to_close();
    window.settle();
    window.click("action:unsaved/discard");
    EXPECT_TRUE(window.settle().closed);
}

TEST(App, SavesAndOpensByPath) {
    const TemporaryFolder folder;
    const std::string path = (folder / "rose.json").string();
    OffscreenWindow window(preset("who-and-where"));
    window.fill_in("field:sentence", "a rose");
    window.key("ctrl+shift+s");
    window.type(path);
    EXPECT_FALSE(window.app().unsaved());
    window.fill_in("field:sentence", "a lily");
    window.key("ctrl+s");
    window.key("ctrl+o");
    window.type(path);
    EXPECT_EQ(window.says("field:sentence"), "a lily");
    window.key("ctrl+e");
    window.type((folder / "A.png").string());
    EXPECT_GT(std::filesystem::file_size(folder / "A.png"), 1000U);
}

TEST(App, ErrorStaysUntilItIsDismissed) {
    OffscreenWindow window(preset("who-and-where"));
    window.app().drop({"/nowhere/at-all.json"});
    window.settle();
    EXPECT_NE(window.says("notice").find("/nowhere/at-all.json"), std::string::npos);
    window.click("action:dismiss");
    EXPECT_FALSE(window.shows("notice"));
}

TEST(App, PresetIsChosenInItsMenu) {
    OffscreenWindow window(preset("who-and-where"));
    window.click("action:menu/presets");
    window.click("action:preset/red-fox");
    EXPECT_EQ(window.says("token:2"), "fox");
}

TEST(App, WantsNoFurtherFrameWhenNothingMoves) {
    OffscreenWindow window(preset("who-and-where"));
    EXPECT_FALSE(window.settle().next_frame);
    window.key("space");
    EXPECT_TRUE(window.settle().next_frame) << "playing";
    window.key("space");
    EXPECT_FALSE(window.settle().next_frame);
}

TEST(App, NarrowBarPutsWhatHasNoRoomIntoAMenu) {
    OffscreenWindow window(preset("who-and-where"), 900, 720);
    EXPECT_FALSE(window.shows("action:menu/weights"));
    window.click("action:menu/more");
    window.click("action:menu/weights");
    window.click("action:show/W_V");
    EXPECT_EQ(window.app().workspace().parameter, ArrayId::W_V);
}

TEST(App, AMessageGoesByItselfAndAnErrorStays) {
    OffscreenWindow window(preset("by-hand"));
    window.app().say(notice_of_deed("Kept."));
    const FrameNeeds needs = window.settle();
    ASSERT_TRUE(window.shows("notice"));
    ASSERT_TRUE(needs.next_frame);
    EXPECT_GT(*needs.next_frame, 5);
    EXPECT_LE(*needs.next_frame, 10);
    const auto long_ago = std::chrono::steady_clock::now() - std::chrono::seconds(10);
    window.app().workspace().notice->shown_since = long_ago;
    window.settle();
    EXPECT_FALSE(window.shows("notice"));
    window.app().say_problem("This could not be read.");
    window.settle();
    window.app().workspace().notice->shown_since = long_ago;
    EXPECT_FALSE(window.settle().next_frame);
    EXPECT_TRUE(window.shows("notice"));
}

} // namespace
} // namespace attn
