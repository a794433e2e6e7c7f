// Windows that are narrow or low, and lectures, which are large.

#include "core/document/session/edits.h"
#include "core/figure/display_list.h"
#include "tests/core/figure/fonts.h"
#include "tests/judge/layout.h"
#include "tests/ui/lesson_window.h"
#include "ui/document/lecture.h"
#include "ui/toolkit/layout.h"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <imgui.h>

namespace attn {
namespace {

TEST(NarrowWindow, AMenuAtTheFootOfTheWindowIsAsWideAsItsLines) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    window.show(ArrayId::A);
    window.click("action:menu/range");
    const Box menu = find(window.app().scene().list, Target(std::string("menu")), typesetter()).value_or(Box{});
    const Box line = window.place_of("action:range-stage");
    ASSERT_FALSE(menu.empty());
    EXPECT_LT(menu.width, line.width + 40) << "half of it is empty";
    EXPECT_LE(menu.bottom(), 720);
}

TEST(NarrowWindow, AMatrixWhoseWordsHardlyFitIsStillOne) {
    for (const float width : {820.0F, 840.0F, 860.0F}) { // as for 900 × 600 pixels
        const OffscreenWindow window(preset("who-and-where"), width, 560);
        EXPECT_GE(window.place_of("cell:A/2[2,2]").height, 12) << width;
    }
}

TEST(NarrowWindow, ATitleThatHasNoRoomEndsAtAWordAndPointingTellsAllOfIt) {
    for (const char* const title : {"Why scores are divided by a root", "Sharing among those who may be read at all"}) {
        Session session = preset("by-hand");
        session.title = title;
        OffscreenWindow window(session, 1280, 720);
        const Box button = window.place_of("action:menu/presets");
        std::string shown;
        for (const Item& item : window.app().scene().list.items)
            if (const auto* const text = std::get_if<Text>(&item.shape());
                text != nullptr && button.contains(text->position) && text->text.ends_with("…"))
                shown = text->text.substr(0, text->text.size() - std::string_view("…").size());
        ASSERT_FALSE(shown.empty()) << title;
        EXPECT_TRUE(session.title.starts_with(shown + " ")) << shown;
        ImGui::GetIO().MousePos = {button.centre().x, button.centre().y};
        window.glance();
        window.app().workspace().pointing.rested = 10; // seconds
        window.glance();
        EXPECT_EQ(window.says("tooltip.name"), title);
    }
}

TEST(NarrowWindow, TheScalesOfASoftmaxRowLeaveItsSharesInSight) {
    for (const Point size : {Point{960, 540}, Point{853, 480}}) // as for 1280 × 720 with larger type
        for (const char* const name : {"by-hand", "who-and-where", "masks"})
            for (const ArrayId stage : {ArrayId::exp, ArrayId::A}) {
                OffscreenWindow window(preset(name), size.x, size.y);
                window.show(stage, PictureId::softmax);
                DisplayList right_of_map = window.app().scene().list;
                const float left = window.place_of("stage.title").x - space::section;
                std::erase_if(right_of_map.items,
                              [&](const Item& item) { return bounds(item, typesetter()).x < left; });
                EXPECT_THAT(test::layout_complaints(right_of_map, {0, 0, size.x, size.y}), testing::IsEmpty())
                    << name << " " << array_name(stage) << " " << size.x;
            }
}

TEST(NarrowWindow, WhatIsToBeTriedOfASoftmaxRowCanBeDone) {
    for (const Point size : {Point{960, 600}, Point{853, 480}}) {
        OffscreenWindow window(sentence(R"(["the","cat","saw","the","dog"])"), size.x, size.y);
        window.show(ArrayId::A, PictureId::softmax);
        ASSERT_NE(window.says("stage.hint").find("temperature"), std::string::npos);
        EXPECT_TRUE(window.shows("slider:temperature") || window.shows("action:ask-option/temperature")) << size.x;
        if (size.y >= 600)
            EXPECT_TRUE(window.shows("slider:temperature")) << size.x;
    }
}

TEST(NarrowWindow, ALongSentenceHasTheRoomThatThereIs) {
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    const float before = window.place_of("field:sentence").width;
    window.fill_in("field:sentence",
                   "the quick brown fox jumps over the lazy dog and all of them sleep well afterwards");
    EXPECT_GT(window.place_of("field:sentence").width, before);
}

TEST(NarrowWindow, ALectureIsAsLargeAsItBeginsAndTheWindowAsItWas) {
    OffscreenWindow window(preset("by-hand"));
    window.key("ctrl+0");
    window.key("f11");
    window.key("ctrl+alt+=");
    EXPECT_GT(window.app().workspace().zoom, 1);
    window.key("f11");
    EXPECT_EQ(window.app().workspace().zoom, 1) << "in the window nobody zoomed";
}

TEST(NarrowWindow, BesideTheInspectorALectureHasTheRoomOfAScene) {
    OffscreenWindow window(preset("by-hand"));
    window.key("f11");
    EXPECT_EQ(window.settle().enlarged_to, lecture_area);
    window.key("e");
    EXPECT_EQ(window.settle().enlarged_to, scene_area);
}

TEST(NarrowWindow, LongWordsOfTheInspectedCellAreWhole) {
    OffscreenWindow window(sentence(R"(["extraordinary","understanding","unquestionably"])"), 1280, 720);
    window.click("action:step/scores");
    window.click("cell:scores/1[2,1]");
    const auto& items = window.app().scene().list.items;
    const Box name = window.place_of("inspector.name");
    const Box value = window.place_of("inspector.value");
    EXPECT_TRUE(common(name, value).empty());
    EXPECT_TRUE(std::ranges::none_of(items, [&](const Item& item) {
        const auto* const text = std::get_if<Text>(&item.shape());
        return text != nullptr && name.contains(text->position) && text->text.find("…") != std::string::npos;
    }));
}

TEST(NarrowWindow, ANarrowWindowFoldsItsPanelsAndKeepsItsType) {
    OffscreenWindow window(preset("who-and-where"), 720, 860); // half a screen
    EXPECT_EQ(window.settle().least_area, least_window);
    EXPECT_FALSE(window.shows("inspector.value"));
    EXPECT_TRUE(window.shows("pipeline"));
    for (const std::string_view way : {"action:lecture-inspector", "e"}) {
        const auto go = [&] { way == "e" ? window.key(way) : window.click(way); };
        go();
        EXPECT_TRUE(window.shows("inspector.value")) << way;
        EXPECT_FALSE(window.shows("pipeline")) << "the stage needs its room";
        go();
        EXPECT_FALSE(window.shows("inspector.value")) << way;
    }
    window.key("ctrl+e"); // a picture that cannot be folded is shown smaller
    EXPECT_EQ(window.settle().least_area, whole_window);
}

TEST(NarrowWindow, AllHeadsStandTogetherWithTheirLetters) {
    OffscreenWindow window(preset("eight-heads"), 900, 600);
    window.show(ArrayId::A, PictureId::heads);
    const Box picture{224, 160, 652, 260};
    const auto letters = std::ranges::count_if(window.app().scene().list.items, [&](const Item& item) {
        const auto* const text = std::get_if<Text>(&item.shape());
        return text != nullptr && picture.contains(text->position) && text->text.size() == 1 &&
               std::string_view("stred").find(text->text) != std::string_view::npos;
    });
    constexpr int lines = 2;
    constexpr int heads_of_a_line = 4;
    EXPECT_EQ(letters, (lines + heads_of_a_line) * 8) << "no letter is left out";
    EXPECT_TRUE(window.shows("cell:A/1[1,1]"));
    EXPECT_TRUE(window.shows("cell:A/8[1,1]"));
}

TEST(NarrowWindow, AWindowAsWideAsAnOldScreenHasItsInspector) {
    OffscreenWindow window(preset("who-and-where"), 1024, 700);
    EXPECT_TRUE(window.shows("inspector.value"));
    EXPECT_TRUE(window.shows("pipeline"));
}

/// Half a screen, and the smallest window with type of the usual size.
constexpr std::array narrow_windows{Point{720, 860}, Point{640, 560}};

/// The faults in the layout of the dialog, or of the whole window if none is open.
std::string complaints(OffscreenWindow& window, Point size) {
    DisplayList seen = window.app().scene().list;
    const auto is_dialog = [](const Item& item) { return target_name(item.target) == "dialog"; };
    const auto dialog = std::ranges::find_if(seen.items, is_dialog);
    Box page{0, 0, size.x, size.y};
    if (dialog != seen.items.end()) {
        page = {0, -2000, size.x, size.y + 4000}; // a high dialog scrolls
        seen.items.erase(seen.items.begin(), dialog);
    }
    seen = test::without_scrolled_away(std::move(seen), {});
    return fmt::format("{}", fmt::join(test::layout_complaints(seen, page), "\n"));
}

TEST(NarrowWindow, DialogsKeepTheirType) {
    for (const Point size : narrow_windows) {
        OffscreenWindow window(preset("by-hand"), size.x, size.y);
        ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 1, 0, 0}, 0})); // something moved
        for (const char* const dialog : {"sizes", "texts", "readouts", "notation", "keys", "manual", "glossary", "pins",
                                         "moved", "open", "save-as", "lessons"}) {
            window.run(dialog);
            ASSERT_TRUE(window.app().workspace().overlay) << dialog;
            EXPECT_EQ(window.settle().least_area, least_window) << dialog;
            EXPECT_EQ(complaints(window, size), "") << dialog << " at " << size.x << "x" << size.y;
            EXPECT_TRUE(window.shows("action:close")) << dialog;
            window.key("escape");
        }
    }
}

TEST(NarrowWindow, ADialogThatIsHigherIsScrolledByWheelAndKeys) {
    OffscreenWindow window(preset("by-hand"), 640, 560);
    window.run("keys");
    const Box dialog = find(window.app().scene().list, Target(std::string("dialog")), typesetter()).value_or(Box{});
    ASSERT_GT(dialog.bottom(), 560);
    const float before = window.place_of("action:close").y;
    window.key("down");
    EXPECT_LT(window.place_of("action:close").y, before);
    window.key("up");
    EXPECT_EQ(window.place_of("action:close").y, before);
    for (int i = 0; i < 20; ++i)
        window.key("page_down");
    const Box after = find(window.app().scene().list, Target(std::string("dialog")), typesetter()).value_or(Box{});
    EXPECT_LE(after.bottom(), 560) << "its end is in sight";
    EXPECT_GE(after.bottom(), 500) << "and no more than that";
}

TEST(NarrowWindow, ALessonKeepsItsTypeAndItsWordsAreScrolled) {
    for (const Point size : narrow_windows) {
        OffscreenWindow window(preset("by-hand"), size.x, size.y);
        window.click("action:menu/help");
        window.click("action:lessons");
        window.click("action:lesson/each-row-shares-one-whole");
        go_to_step(window, 5);
        EXPECT_EQ(window.settle().least_area, least_window);
        EXPECT_TRUE(window.shows("action:lesson-back"));
        EXPECT_TRUE(window.shows("action:next") || window.shows("action:step/A")) << "steps are in reach";
        const Box foot = window.place_of("action:lesson-back");
        for (int hint = 0; hint < 2; ++hint) {
            window.click("action:lesson-hint");
            EXPECT_LT(window.place_of("action:lesson-hint").bottom(), foot.y) << "it is scrolled to";
        }
    }
}

TEST(NarrowWindow, TheFirstMinuteKeepsItsType) {
    for (const Point size : narrow_windows) {
        OffscreenWindow window(preset("by-hand"), size.x, size.y);
        window.click("action:menu/help");
        window.click("action:start");
        EXPECT_EQ(window.settle().least_area, least_window);
        for (const char* const name : {"stressed", "maximilian"}) {
            window.fill_in("field:name", name);
            EXPECT_EQ(complaints(window, size), "") << name << " at " << size.x << "x" << size.y;
        }
        window.click("action:lesson-next");
        EXPECT_EQ(complaints(window, size), "") << "heads at " << size.x << "x" << size.y;
        window.click("action:lesson-answer/2");
        EXPECT_EQ(complaints(window, size), "") << "a verdict at " << size.x << "x" << size.y;
        EXPECT_TRUE(window.shows("action:see-how"));
    }
}

} // namespace
} // namespace attn
