// Keys act on the selection if it is visible.

#include "tests/ui/offscreen_window.h"

#include <array>
#include <gtest/gtest.h>

namespace attn {
namespace {

std::size_t pins(OffscreenWindow& window) {
    return window.app().session().layer().pins.size();
}
Index tokens(OffscreenWindow& window) {
    return window.app().session().layer().sequence.token_count();
}

/// Keys that could change a number or a word.
constexpr std::array editing_keys{"delete", "backspace", "ctrl+k", "ctrl+x", "ctrl+v"};

void press_editing_keys(OffscreenWindow& window) {
    window.app().workspace().field.reset();
    for (const char* key : editing_keys) {
        window.paste("7");
        window.key(key);
    }
    window.write("7");
    EXPECT_FALSE(window.shows("field:cell"));
    window.key("enter");
    EXPECT_FALSE(window.shows("field:cell"));
    window.key("f2");
    EXPECT_FALSE(window.shows("field:cell"));
    if (lesson_alone(window.app().workspace()) == nullptr) // the key would leave the lesson
        window.key("escape");
}

TEST(Selected, ATokenIsWhatDeleteRemoves) {
    OffscreenWindow window(preset("masks"));
    window.show(ArrayId::A);
    const Index before = tokens(window);
    window.click("token:2");
    window.key("delete");
    EXPECT_EQ(tokens(window), before - 1);
    EXPECT_EQ(pins(window), 0U);
    window.key("ctrl+z");
    EXPECT_EQ(tokens(window), before);
    window.click("cell:A/1[1,1]");
    window.key("delete");
    EXPECT_EQ(tokens(window), before) << "a cell was selected since";
    EXPECT_EQ(pins(window), 1U);
}

TEST(Selected, ATokenIsWhatEnterAndArrowsAndEscapeMean) {
    OffscreenWindow window(preset("by-hand"));
    window.click("token:1");
    window.key("right");
    window.key("enter");
    EXPECT_EQ(window.says("field:token/2"), "is");
    window.key("escape");
    window.write("7");
    EXPECT_FALSE(window.shows("field:cell")) << "a digit is for cells";
    window.key("alt+left");
    EXPECT_EQ(window.says("token:1"), "is");
    window.key("delete");
    EXPECT_EQ(tokens(window), 2) << "it is the one that was moved";
    EXPECT_EQ(window.says("token:1"), "tea");
    window.key("escape");
    window.key("delete");
    EXPECT_EQ(tokens(window), 2) << "let go of";
}

TEST(Selected, ATokenIsRenamedByADoubleClickThoughItMovesBeneathTheMouse) {
    OffscreenWindow window(preset("eight-heads"));
    window.click("token:1"); // its cross disappears with the next click, and the tokens behind it move
    window.double_click("token:2");
    EXPECT_EQ(tokens(window), 8);
    EXPECT_TRUE(window.shows("field:token/2"));
}

TEST(Selected, ATokenThatWasDraggedIsTheOneThatIsSelected) {
    OffscreenWindow window(preset("red-fox"));
    window.drag("token:3", {-160, 0});
    EXPECT_EQ(window.says("token:1"), "chases");
    EXPECT_FALSE(window.shows("action:remove-token/3"));
    window.key("delete");
    EXPECT_EQ(window.says("field:sentence"), "red fox small dog");
}

TEST(Selected, ATokenThatGoesTakesItsPinsAlongAndNothingIsSaidOfThem) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::A);
    window.click("cell:A/1[3,3]");
    window.key("delete");
    window.click("token:3");
    window.key("alt+left");
    EXPECT_EQ(pins(window), 1U);
    EXPECT_EQ(window.says("notice").find("pin"), std::string::npos) << window.says("notice");
}

TEST(Selected, NumbersAreCopiedHoweverTheyAreDrawn) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::A);
    window.find("view: as probability");
    ASSERT_FALSE(window.shows("cell:A/1[1,1]"));
    for (const char* key : {"ctrl+c", "ctrl+shift+c", "ctrl+alt+c"}) {
        window.key(key);
        EXPECT_EQ(window.says("notice").find("Copied "), 0U) << key;
    }
    window.click("action:menu/help");
    window.click("action:start");
    window.click("action:lesson-next");
    window.key("ctrl+c");
    EXPECT_FALSE(window.shows("notice")) << window.says("notice");
}

TEST(Selected, ATokenWhereNoRowStandsForItIsRemovedToo) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::W_Q);
    const float before = window.app().trace().value(*parse_cell_name("W_Q/1[1,1]"));
    window.click("token:3");
    window.key("delete");
    EXPECT_EQ(tokens(window), 2);
    EXPECT_EQ(window.app().trace().value(*parse_cell_name("W_Q/1[1,1]")), before);
}

TEST(Selected, ACellOutOfSightIsLeftAlone) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::A);
    window.click("cell:A/1[2,1]");
    window.find("view: as probability");
    ASSERT_FALSE(window.shows("cell:A/1[2,1]"));
    press_editing_keys(window);
    EXPECT_EQ(pins(window), 0U);
    EXPECT_FALSE(window.app().unsaved());
    window.show(ArrayId::A, PictureId::heatmap);
    ASSERT_TRUE(window.shows("cell:A/1[2,1]"));
    window.key("delete");
    EXPECT_EQ(pins(window), 1U);
}

TEST(Selected, ACellBeyondTheEdgeOfTheStageIsLeftAlone) {
    OffscreenWindow window(preset("eight-heads"));
    window.show(ArrayId::W_Q);
    for (int i = 0; i < 12; ++i)
        window.key("ctrl+alt+=");
    window.app().workspace().pan = {-20000, -20000};
    window.settle();
    ASSERT_FALSE(window.shows("cell:W_Q/1[1,1]"));
    press_editing_keys(window);
    EXPECT_FALSE(window.app().unsaved());
}

TEST(Selected, NothingIsInTheFirstMinute) {
    OffscreenWindow window(preset("by-hand"));
    window.click("action:menu/help");
    window.click("action:start");
    window.click("action:lesson-next");
    window.click("action:lesson-answer/2");
    press_editing_keys(window);
    for (const char* key : {"ctrl+delete", "insert", "alt+right", "shift+f2", "ctrl+l"})
        window.key(key);
    EXPECT_EQ(pins(window), 0U);
    EXPECT_EQ(tokens(window), 8);
    EXPECT_FALSE(window.app().workspace().field);
}

TEST(Selected, NothingIsOnABlankScreen) {
    OffscreenWindow window(preset("by-hand"));
    window.click("cell:A/1[1,1]");
    window.key("f11");
    window.key("b");
    window.key("delete");
    window.write("7");
    window.key("ctrl+delete");
    window.key("b");
    EXPECT_FALSE(window.app().unsaved());
    EXPECT_FALSE(window.shows("field:cell"));
    window.key("delete");
    EXPECT_EQ(pins(window), 1U) << "in a lecture it is in sight";
}

TEST(Selected, APinThatAKeyMakesIsSaidAndUndoneByAClick) {
    OffscreenWindow window(preset("by-hand"));
    window.show(ArrayId::A);
    window.click("cell:A/1[2,1]");
    for (const char* key : {"delete", "ctrl+k"}) {
        window.key(key);
        ASSERT_EQ(pins(window), 1U) << key;
        EXPECT_NE(window.says("notice").find(" is pinned at "), std::string::npos) << window.says("notice");
        window.click("action:undo");
        EXPECT_EQ(pins(window), 0U) << key;
        EXPECT_FALSE(window.shows("notice"));
    }
    window.type("0.5");
    EXPECT_NE(window.says("notice").find(" is pinned at 0.5."), std::string::npos) << window.says("notice");
    window.key("ctrl+z");
    EXPECT_FALSE(window.shows("notice")) << "there is nothing to undo any more";
    window.click("cell:A/1[1,1]");
    window.key("shift+right");
    window.key("delete");
    EXPECT_EQ(window.says("notice"), "2 cells of A are pinned now.");
    window.show(ArrayId::W_Q);
    window.click("cell:W_Q/1[1,1]");
    window.type("7");
    EXPECT_EQ(window.says("notice"), "w₁‚₁ was 2 and is 7 now. Press m for what this moved, and what stayed.")
        << "a weight is no pin";
}

} // namespace
} // namespace attn
