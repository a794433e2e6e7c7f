#include "tests/folders.h"
#include "ui/document/lecture.h"

#include "tests/core/figure/fonts.h"
#include "tests/judge/layout.h"
#include "tests/ui/offscreen_window.h"
#include "tests/ui/pictures_of_steps.h"

#include "core/document/files/session_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <map>
#include <utility>

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

TEST(Lecture, WordsStandAloneOnAWall) {
    OffscreenWindow window(preset("who-and-where"));
    window.settle();
    EXPECT_TRUE(window.shows("action:add-token") && window.shows("action:remove-token/4"));
    window.key("f11");
    window.key("w");
    EXPECT_TRUE(window.shows("token:4"));
    EXPECT_FALSE(window.shows("action:add-token"));
    for (int token = 1; token <= 4; ++token)
        EXPECT_FALSE(window.shows(fmt::format("action:remove-token/{}", token)));
}

TEST(Lecture, DialogsLieWholeOverAStageThatDoesNotMove) {
    OffscreenWindow window(preset("who-and-where"), lecture_area.x, lecture_area.y);
    window.key("f11");
    window.key("page_down");
    const auto place_of = [&](const char* target) {
        return find(window.app().scene().list, Target(std::string(target)), typesetter()).value_or(Box{});
    };
    const Box stage = place_of("stage");
    for (const char* const opens : {"ctrl+e", "?", "ctrl+p", "ctrl+o", "m", "f1"}) {
        window.key(opens);
        EXPECT_EQ(window.settle().enlarged_to, lecture_area) << opens;
        EXPECT_EQ(place_of("stage"), stage) << opens;
        const Box dialog = place_of("dialog");
        EXPECT_FALSE(dialog.empty()) << opens;
        EXPECT_TRUE(dialog.x >= 0 && dialog.y >= 0) << opens;
        EXPECT_TRUE(dialog.right() <= lecture_area.x && dialog.bottom() <= lecture_area.y) << opens;
        window.key("escape");
    }
}

TEST(Lecture, ListsOfKeysActionsAndWhatMovedAreReadFromTheLastRow) {
    OffscreenWindow window(preset("who-and-where"), lecture_area.x, lecture_area.y);
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 3}));
    window.key("f11");
    for (const char* const opens : {"?", "ctrl+p", "m"}) {
        window.key(opens);
        const auto& items = window.app().scene().list.items;
        const auto dialog = std::ranges::find(items, Target(std::string("dialog")), &Item::target);
        ASSERT_NE(dialog, items.end()) << opens;
        for (auto item = dialog; item != items.end(); ++item)
            if (const auto* const text = std::get_if<Text>(&item->shape());
                text && text->font.family == FontFamily::sans && text->text.size() > 1) // except indices
                EXPECT_GE(text->font.size, type_size::small) << opens << ": " << text->text;
        EXPECT_THAT(test::layout_complaints({{dialog, items.end()}}, {0, 0, lecture_area.x, lecture_area.y}),
                    testing::IsEmpty())
            << opens;
        window.key("escape");
    }
}

TEST(Lecture, KeysOfLecturesStandFirstAndTheOthersOnFurtherPages) {
    OffscreenWindow window(preset("who-and-where"), lecture_area.x, lecture_area.y);
    window.key("f11");
    window.key("?");
    EXPECT_TRUE(window.app().scene().values.contains("key:Page Down"));
    EXPECT_TRUE(window.app().scene().values.contains("key:B"));
    EXPECT_FALSE(window.app().scene().values.contains("key:Ctrl+S"));
    for (int page = 0; page < 12 && !window.app().scene().values.contains("key:Ctrl+S"); ++page)
        window.key("down");
    EXPECT_TRUE(window.app().scene().values.contains("key:Ctrl+S"));
}

TEST(Lecture, EachOfItsKeysIsOneThingInTheListOfKeys) {
    OffscreenWindow window(preset("who-and-where"), lecture_area.x, lecture_area.y);
    window.app().lecture(assets_folder() / "lessons" / "lecture-five-notes.json");
    window.settle();
    EXPECT_NE(window.says("notice").find("E: explain. W: words."), std::string::npos) << "the keys are told";
    window.key("?");
    std::map<std::string, std::string> all;
    for (int page = 0; page < 12; ++page) {
        for (const auto& [name, meaning] : window.app().scene().values)
            if (name.starts_with("key:"))
                all[name] += (all[name].empty() || all[name] == meaning ? "" : ", or: ") + meaning;
        window.key("down");
    }
    EXPECT_EQ(all["key:N"], "Note of the scene");
    EXPECT_EQ(all["key:B"], "Blank the screen");
    EXPECT_FALSE(all.contains("key:."));
}

TEST(Lecture, AClickInASmallDialogFindsTheLetter) {
    OffscreenWindow window(preset("who-and-where"), lecture_area.x, lecture_area.y);
    window.key("f11");
    window.key("ctrl+o");
    window.write("abcdefgh");
    const Box field = window.app().find_target("field:open-path")->box;
    window.click("field:open-path"); // in its middle, far behind the text
    EXPECT_EQ(window.app().workspace().field->caret, 8U);
    EXPECT_LT(field.height, 24) << "it is drawn smaller than in a window";
    window.write("i");
    EXPECT_EQ(window.says("field:open-path"), "abcdefghi");
}

/// Pictures have a test of it in LectureLayout.
TEST(Lecture, FormulaOfEveryStepStandsOverIt) {
    const auto check_all = [](const char* layer, Point wall) {
        OffscreenWindow window(preset(layer), wall.x, wall.y);
        window.key("f11");
        window.key("ctrl+home");
        for (std::string step, before; step.empty() || step != before; window.key("page_down")) {
            before = std::exchange(step, window.says("stage.title"));
            EXPECT_THAT(test::formula_complaints(window, wall), testing::IsEmpty()) << layer << ", " << step;
        }
    };
    for (const char* const layer : {"masks", "by-hand", "eight-heads"})
        check_all(layer, lecture_area);
    check_all("masks", {711, 400}); // the longest formulas on the lowest wall
}

TEST(Lecture, SaysWhatComesBackAsItChanges) {
    OffscreenWindow window(preset("eight-heads"), lecture_area.x, lecture_area.y);
    window.key("f11");
    EXPECT_EQ(window.says("stage.comes-back"), "desserts");
    ASSERT_TRUE(window.app().edit(SetHeadOn{0, false}));
    window.settle();
    EXPECT_NE(window.says("stage.comes-back"), "desserts");
}

TEST(Lecture, MinusMakesWordsSmallerAndTypesNothing) {
    OffscreenWindow window(preset("by-hand"));
    window.key("f11");
    window.write("-");
    EXPECT_FALSE(window.app().workspace().field);
    const auto smaller = window.settle().enlarged_to;
    ASSERT_TRUE(smaller);
    EXPECT_GT(smaller->x, lecture_area.x);
    window.write("+");
    EXPECT_EQ(window.settle().enlarged_to, lecture_area);
    window.key("f11");
    window.write("-");
    EXPECT_TRUE(window.app().workspace().field) << "in the window it begins a number";
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

TEST(Lecture, EightHeadsStandTogetherOnEveryScreen) {
    for (const Point wall : {lecture_area, Point{711, 400}}) {
        OffscreenWindow window(preset("eight-heads"), wall.x, wall.y);
        window.app().go_to(ArrayId::A);
        window.key("f11");
        window.key("a");
        for (int head = 1; head <= 8; ++head)
            EXPECT_TRUE(window.shows(fmt::format("cell:A/{}[1,1]", head))) << head << " at " << wall.x;
    }
}

TEST(Lecture, OneTokenOfManyHeadsLeadsToThoseThatHaveNoRoom) {
    Result<Session> session =
        parse_session(R"({"version":1,"tokens":["the","quick","brown","fox","jumps","understanding"],)"
                      R"("sizes":{"d_model":8,"heads":12,"d_k":4,"d_v":4}})",
                      "test", ".");
    ASSERT_TRUE(session);
    OffscreenWindow window(*std::move(session), lecture_area.x, lecture_area.y);
    window.key("f11");
    window.key("page_up");
    window.key("t");
    const auto way = [&](std::string_view arrow) {
        const auto& items = window.app().scene().list.items;
        const auto found = std::ranges::find_if(items, [&](const Item& item) {
            const auto* const text = std::get_if<Text>(&item.shape());
            return text != nullptr && text->text == arrow;
        });
        return found == items.end() ? std::string() : target_name(found->target);
    };
    EXPECT_EQ(way("◀"), "");
    int pages = 1;
    for (std::string next = way("▶"); !next.empty() && pages < 13; next = way("▶"), ++pages)
        window.click(next);
    EXPECT_GT(pages, 1);
    EXPECT_TRUE(window.shows("cell:A/12[1,1]"));
    EXPECT_NE(way("◀"), "");
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
