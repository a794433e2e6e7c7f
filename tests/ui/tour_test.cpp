#include "ui/tour.h"

#include "tests/ui/desk_window.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

AppOptions first_start() {
    AppOptions options;
    options.offers_tour = true;
    return options;
}

void start(DeskWindow& window) {
    window.key("ctrl+p");
    window.type("tour");
}

Box card_of(DeskWindow& window) {
    const auto card = window.app().find_target("tour.card");
    EXPECT_TRUE(card);
    return card ? card->box : Box{};
}

std::string title_of(std::size_t step) {
    return std::string(tour_steps()[step].title);
}

TEST(Tour, IsOfferedToThoseWhoDoNotKnowItAndNeverForced) {
    DeskWindow window(preset("who-and-where"), 1280, 720, first_start());
    EXPECT_EQ(window.says("tour"), "offered");
    window.click("cell:A/2[4,4]");
    EXPECT_EQ(window.says("inspector.name"), "A⁽²⁾ · rose₄ reads rose₄") << "the offer takes nothing away";
    EXPECT_FALSE(window.app().remembered().knows_tour);
    window.click("action:tour-decline");
    EXPECT_FALSE(window.shows("tour"));
    EXPECT_TRUE(window.app().remembered().knows_tour);
}

TEST(Tour, IsNotOfferedAgain) {
    AppOptions options = first_start();
    options.remembered.knows_tour = true;
    DeskWindow window(preset("who-and-where"), 1280, 720, std::move(options));
    EXPECT_FALSE(window.shows("tour"));
}

TEST(Tour, IsTakenFromItsOfferAndThenKnown) {
    DeskWindow window(preset("who-and-where"), 1280, 720, first_start());
    window.click("action:tour");
    EXPECT_EQ(window.says("tour"), title_of(0));
    EXPECT_TRUE(window.app().remembered().knows_tour);
    window.key("escape");
    EXPECT_FALSE(window.shows("tour"));
}

TEST(Tour, BeginsOnItsPresetAndAsksAboutUnsavedChanges) {
    DeskWindow window(preset("by-hand"));
    window.fill_in("field:sentence", "tea");
    start(window);
    EXPECT_FALSE(window.app().workspace().tour);
    window.click("action:unsaved/discard");
    EXPECT_EQ(window.says("tour"), title_of(0));
    EXPECT_EQ(window.says("field:sentence"), "rose is a rose");
}

TEST(Tour, StepEndsWhenTheMouseIsLetGo) {
    DeskWindow window(preset("who-and-where"));
    start(window);
    for (int i = 0; i < 4; ++i)
        window.key("alt+page_down");
    ASSERT_EQ(window.says("tour"), "Change a weight");
    window.key("alt+home");
    window.click("action:baseline-keep");
    EXPECT_EQ(window.says("tour"), "Change a weight") << "a cell has still to be dragged";
    window.drag("cell:W_Q/2[1,1]", {0, 40});
    EXPECT_EQ(window.says("tour"), "What moved, and what stayed");
    window.key("ctrl+z");
    EXPECT_EQ(window.says("tour"), "What moved, and what stayed") << "the change is still shown";
    window.key("c");
    EXPECT_EQ(window.says("tour"), "Change a word");
}

TEST(Tour, TakesWhatWasDoneBeforeItsTurn) {
    DeskWindow window(preset("who-and-where"));
    start(window);
    window.double_click("token:4");
    window.type("lily");
    EXPECT_EQ(window.says("tour"), title_of(0));
    for (int i = 0; i < 6; ++i)
        window.key("alt+page_down");
    EXPECT_EQ(window.says("tour"), "Change a word");
    EXPECT_EQ(window.says("tour.remark"), "✓ It is so already.");
    window.key("ctrl+z");
    EXPECT_EQ(window.says("tour.remark"), "") << "undone, it can be done";
    window.double_click("token:4");
    window.type("lily");
    EXPECT_EQ(window.says("tour"), "What the layer hands on");
}

TEST(Tour, GoesBackAndSkipsByKeyAndClick) {
    DeskWindow window(preset("who-and-where"));
    start(window);
    window.click("action:tour-skip");
    window.key("alt+page_down");
    EXPECT_EQ(window.says("tour"), title_of(2));
    window.click("action:tour-back");
    window.key("alt+page_up");
    EXPECT_EQ(window.says("tour"), title_of(0));
    for (std::size_t i = 0; i < tour_steps().size(); ++i)
        window.key("alt+page_down");
    EXPECT_FALSE(window.shows("tour"));
    EXPECT_NE(window.says("notice").find("That was the tour"), std::string::npos);
}

TEST(Tour, EndsWithItsSession) {
    DeskWindow window(preset("who-and-where"));
    start(window);
    window.click("action:menu/presets");
    window.click("action:preset/red-fox");
    EXPECT_FALSE(window.shows("tour"));
    EXPECT_NE(window.says("notice").find("tour ended"), std::string::npos);
}

TEST(Tour, ShowsWhatItPointsAtAndNeverCoversIt) {
    for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {1440.0F, 900.0F}, {2200.0F, 1200.0F}}) {
        DeskWindow window(preset("who-and-where"), width, height);
        start(window);
        for (const TourStep& step : tour_steps()) {
            ASSERT_EQ(window.says("tour"), step.title);
            window.key("alt+home");
            if (const std::string remark = window.says("tour.remark"); remark != "✓ It is so already.") {
                EXPECT_EQ(remark, "") << step.title;
                const std::string name = window.says("tour.target");
                const std::optional<ShownTarget> target = window.app().find_target(name);
                ASSERT_TRUE(target) << step.title << ": " << name << " is covered";
                const Box card = card_of(window);
                EXPECT_TRUE(common(card, target->box).empty()) << step.title;
                EXPECT_EQ(united(card, Box{0, 0, width, height}), (Box{0, 0, width, height})) << step.title;
            }
            window.key("alt+page_down");
        }
    }
}

TEST(Tour, CostsNoFramesWhileNothingMoves) {
    DeskWindow window(preset("who-and-where"));
    start(window);
    EXPECT_FALSE(window.clamp_selection().next_frame);
}

} // namespace
} // namespace attn
