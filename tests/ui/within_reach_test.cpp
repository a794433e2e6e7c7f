// Controls are visible, whole, and always in the same place. Keys show the thing that they act on, and do only what
// their labels say.

#include "core/document/session/edits.h"
#include "core/figure/display_list.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/theme.h"
#include "tests/core/figure/fonts.h"
#include "tests/ui/lesson_window.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <string>
#include <vector>

namespace attn {
namespace {

using testing::HasSubstr;

Box menu_of(OffscreenWindow& window) {
    return find(window.app().scene().list, Target(std::string("menu")), typesetter()).value_or(Box{});
}

bool is_written_in(OffscreenWindow& window, const Box& place, const std::string& words) {
    return std::ranges::any_of(window.app().scene().list.items, [&](const Item& item) {
        const auto* const text = std::get_if<Text>(&item.shape());
        return text != nullptr && place.contains(text->position) && text->text == words;
    });
}

TEST(WithinReach, TheMenuOfAMatrixOpensAtItsButtonWhateverItIsAbout) {
    OffscreenWindow window(preset("who-and-where"), 1440, 900);
    const Box button = window.place_of("action:menu/matrix");
    std::vector<float> lefts;
    for (const ArrayId array : {ArrayId::W_Q, ArrayId::A, ArrayId::X, ArrayId::Y}) {
        window.show(array);
        window.click("action:menu/matrix");
        const Box menu = menu_of(window);
        ASSERT_FALSE(menu.empty());
        EXPECT_GE(menu.y, button.bottom()) << array_name(array);
        EXPECT_LE(menu.y, button.bottom() + 12) << array_name(array);
        EXPECT_LE(menu.x, button.right()) << array_name(array);
        EXPECT_GE(menu.right(), button.x) << array_name(array);
        lefts.push_back(menu.x);
        window.key("escape");
    }
    EXPECT_EQ(std::ranges::count(lefts, lefts.front()), std::ssize(lefts)) << "always at the same place";
}

TEST(WithinReach, WhatTheMaskIsStandsWholeInTheBarWhereThereIsRoom) {
    Mask mask;
    mask.causal = true;
    mask.window = 2;
    Session session = preset("who-and-where");
    session.layer().mask = mask;
    OffscreenWindow masked(std::move(session), 1440, 900);
    const Box button = masked.place_of("action:menu/mask");
    EXPECT_TRUE(is_written_in(masked, button, masked.says("action:menu/mask"))) << masked.says("action:menu/mask");
}

TEST(WithinReach, WhatCanBeChangedIsInSightInALowWindow) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    window.fill_in("field:sentence", "the cat sat on the mat");
    for (const ArrayId stage : {ArrayId::Q, ArrayId::scores, ArrayId::A, ArrayId::O, ArrayId::Y}) {
        window.show(stage);
        const Box inspector =
            find(window.app().scene().list, Target(std::string("inspector")), typesetter()).value_or(Box{});
        EXPECT_LE(window.place_of("field:value").bottom(), inspector.bottom()) << array_name(stage);
        EXPECT_TRUE(window.shows("action:pin")) << array_name(stage);
    }
}

TEST(WithinReach, AColourBarIsWholeHoweverLargeTheTextIs) {
    OffscreenWindow window(preset("who-and-where"), 985, 554); // as for 1280 × 720 with larger type
    window.run("baseline-keep");
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 1, 0, 0}, 0}));
    window.settle();
    window.show(ArrayId::A, PictureId::heads);
    const Box stage = find(window.app().scene().list, Target(std::string("stage")), typesetter()).value_or(Box{});
    int labels = 0;
    for (const Item& item : window.app().scene().list.items) {
        if (!std::holds_alternative<ShownColours>(item.says))
            continue;
        ++labels;
        const Box box = bounds(item, typesetter());
        EXPECT_GE(box.y, stage.y - 1);
        EXPECT_LE(box.bottom(), stage.bottom() + 1);
    }
    EXPECT_GT(labels, 0);
}

TEST(WithinReach, ALongLineOfTokensShowsThatItGoesOn) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    EXPECT_FALSE(window.shows("tokens.more"));
    window.fill_in("field:sentence", "when the old cat sat down on the red mat in the sun it slept well and did not "
                                     "hear the small grey mouse");
    EXPECT_TRUE(window.shows("tokens.more"));
    EXPECT_FALSE(window.shows("tokens.before"));
    window.app().workspace().tokens_scroll = 1e6F;
    window.settle();
    window.app().workspace().tokens_scroll = 200;
    window.settle();
    EXPECT_TRUE(window.shows("tokens.before"));
}

TEST(WithinReach, TheRingOfTheFocusIsAnotherThanThatOfThePresentStep) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    window.key("f6");
    window.key("f6");
    ASSERT_THAT(window.says("focus"), HasSubstr("action:step/"));
    const Box focus = window.place_of(*window.app().workspace().key_focus);
    int dashed = 0;
    for (const Item& item : window.app().scene().list.items)
        if (const auto* const ring = std::get_if<Rectangle>(&item.shape());
            ring != nullptr && ring->stroke.style == LineStyle::dashed && ring->stroke.width >= 2)
            dashed += ring->box.contains(focus.centre()) ? 1 : 100;
    EXPECT_EQ(dashed, 1) << "and no step has such a one";
}

TEST(WithinReach, ArrowsShowWhichKeyOfOneTokenIsChosen) {
    OffscreenWindow window(preset("who-and-where"), 1440, 900);
    window.show(ArrayId::A, PictureId::token);
    const auto ring_around = [&](const std::string& cell) {
        const Box place = window.place_of(cell);
        return std::ranges::any_of(window.app().scene().list.items, [&](const Item& item) {
            const auto* const ring = std::get_if<Rectangle>(&item.shape());
            return ring != nullptr && ring->stroke.width >= 2 && !ring->fill.visible() &&
                   common(ring->box, place.grown(1)) == ring->box && ring->box.width > place.width * 0.8F;
        });
    };
    window.click("cell:A/1[4,1]");
    EXPECT_TRUE(ring_around("cell:A/1[4,1]"));
    EXPECT_FALSE(ring_around("cell:A/1[4,2]"));
    window.key("right");
    EXPECT_TRUE(ring_around("cell:A/1[4,2]"));
    EXPECT_FALSE(ring_around("cell:A/1[4,1]"));
}

TEST(WithinReach, ATokenThatIsTakenOutByItsSignIsToldOfWithAWayBack) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    window.click("token:2");
    window.click("action:remove-token/2");
    EXPECT_THAT(window.says("notice"), HasSubstr("The word at place 2 is taken out."));
    const Index after = window.app().session().layer().sequence.token_count();
    window.click("action:undo");
    EXPECT_EQ(window.app().session().layer().sequence.token_count(), after + 1);
}

TEST(WithinReach, TheKeyOfAClickerBeginsALectureAndEndsNone) {
    OffscreenWindow window(preset("who-and-where"));
    window.key("f5");
    EXPECT_TRUE(window.app().workspace().lecture);
    window.key("f5");
    EXPECT_TRUE(window.app().workspace().lecture);
    window.key("f11");
    EXPECT_FALSE(window.app().workspace().lecture);
}

TEST(WithinReach, TheNoteOfALecturerClosesWithTheLecture) {
    OffscreenWindow window(preset("who-and-where"));
    window.run("lessons");
    window.click("action:lesson/each-row-shares-one-whole");
    window.key("f11");
    window.app().workspace().lesson->shows_note = true;
    window.settle();
    window.key("f11");
    ASSERT_TRUE(window.app().workspace().lesson);
    EXPECT_FALSE(window.app().workspace().lesson->shows_note);
}

} // namespace
} // namespace attn
