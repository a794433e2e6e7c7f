#include "ui/document/lecture.h"

#include "tests/core/figure/fonts.h"
#include "tests/ui/offscreen_window.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(Lecture, FillsTheScreenAndIsLeftAgain) {
    OffscreenWindow window(preset("who-and-where"));
    EXPECT_FALSE(window.settle().full_screen);
    window.key("f11");
    const FrameNeeds needs = window.settle();
    EXPECT_TRUE(needs.full_screen);
    EXPECT_EQ(needs.enlarged_to, lecture_area);
    EXPECT_FALSE(window.shows("action:menu/file"));
    EXPECT_FALSE(window.shows("pipeline"));
    EXPECT_FALSE(window.shows("tokens")) << "the stage stands alone";
    EXPECT_FALSE(window.shows("inspector.words"));
    window.key("page_up");
    EXPECT_EQ(window.says("stage.session"), "Who and where");
    window.key("f11");
    EXPECT_FALSE(window.settle().full_screen);
    EXPECT_TRUE(window.shows("action:menu/file"));
}

TEST(Lecture, DialogsHaveTheRoomThatTheyHaveInAWindow) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("f11");
    for (const char* const opens : {"ctrl+e", "?", "ctrl+p", "ctrl+o"}) {
        window.key(opens);
        EXPECT_FALSE(window.settle().enlarged_to) << opens;
        window.key("escape");
        EXPECT_EQ(window.settle().enlarged_to, lecture_area) << opens;
    }
}

TEST(Lecture, WordsAndExplanationAreOneKeyAway) {
    OffscreenWindow window(preset("who-and-where"), lecture_area.x, lecture_area.y);
    window.key("f11");
    EXPECT_NE(window.says("notice").find("E: explain. W: words."), std::string::npos) << "the keys are told";
    const auto stage_width = [&] {
        const DisplayList& list = window.app().scene().list;
        return find(list, Target(std::string("stage")), typesetter())->width;
    };
    const float alone = stage_width();
    window.key("e");
    EXPECT_TRUE(window.shows("inspector.value"));
    EXPECT_LT(stage_width(), alone) << "nothing lies over the picture";
    window.key("w");
    EXPECT_TRUE(window.shows("token:4"));
    window.key("e");
    window.key("w");
    EXPECT_FALSE(window.shows("inspector.value"));
    EXPECT_FALSE(window.shows("token:4"));
    EXPECT_EQ(stage_width(), alone);
    window.key("f11");
    window.key("e");
    EXPECT_TRUE(window.shows("inspector.value")) << "outside of a lecture it stays";
}

TEST(Lecture, IsLedByTheKeysOfAClicker) {
    OffscreenWindow window(preset("who-and-where"), lecture_area.x, lecture_area.y);
    window.key("f5");
    EXPECT_NE(window.says("notice").find("Page Down"), std::string::npos) << "the keys are told";
    window.key("page_down");
    EXPECT_FALSE(window.shows("notice")) << "and gone with the first of them";
    EXPECT_EQ(window.app().workspace().step, ArrayId::O);
    window.key("page_up");
    EXPECT_EQ(window.app().workspace().step, ArrayId::A);
    for (const char* key : {"b", "."}) {
        window.key(key);
        EXPECT_TRUE(window.shows("action:blank"));
        EXPECT_FALSE(window.shows("stage.title"));
        window.key(key);
        EXPECT_FALSE(window.shows("action:blank"));
    }
    window.key("b");
    window.key("escape");
    EXPECT_TRUE(window.app().workspace().lecture) << "the first Esc lets the audience see again";
    window.key("escape");
    EXPECT_FALSE(window.app().workspace().lecture);
}

TEST(Lecture, NoticesStandBeneathThePictureAndNotOverIt) {
    for (const char* view : {"A", "Y"}) {
        OffscreenWindow window(preset("who-and-where"), lecture_area.x, lecture_area.y);
        window.app().go_to(*find_array(view));
        window.key("f11");
        const auto notice = window.app().find_target("notice");
        ASSERT_TRUE(notice);
        const DisplayList& list = window.app().scene().list;
        EXPECT_GE(notice->box.y, find(list, Target(std::string("stage")), typesetter())->bottom());
        EXPECT_LE(notice->box.bottom(), lecture_area.y);
    }
}

TEST(Lecture, StillTakesAnotherSentence) {
    OffscreenWindow window(preset("who-and-where"), lecture_area.x, lecture_area.y);
    window.key("f11");
    EXPECT_FALSE(window.shows("field:sentence"));
    window.key("ctrl+l");
    EXPECT_TRUE(window.shows("field:sentence"));
    window.key("ctrl+a");
    window.type("a rose");
    EXPECT_FALSE(window.shows("field:sentence")) << "and is the stage alone again";
    window.key("w");
    EXPECT_EQ(window.says("token:2"), "rose");
}

TEST(Lecture, OfTwoSequencesShowsBoth) {
    OffscreenWindow window(preset("by-hand"), lecture_area.x, lecture_area.y);
    window.key("ctrl+p");
    window.type("second sequence");
    window.key("f11");
    window.key("w");
    EXPECT_TRUE(window.shows("token:1"));
    EXPECT_TRUE(window.shows("context-token:1"));
}

TEST(Lecture, PlaysWithItsButtonsOnTheScreen) {
    OffscreenWindow window(preset("by-hand"), lecture_area.x, lecture_area.y);
    window.key("f11");
    EXPECT_FALSE(window.shows("action:next")) << "keys step";
    window.key("space");
    EXPECT_TRUE(window.shows("action:skip"));
}

TEST(Lecture, OutsideOfItTheKeyOfTheBlankScreenPlaysFaster) {
    OffscreenWindow window(preset("by-hand"));
    window.key(".");
    EXPECT_FALSE(window.app().workspace().blank);
    EXPECT_EQ(window.app().workspace().playback.speed, 2);
}

} // namespace
} // namespace attn
