#include "core/engine/engine.h"
#include "tests/ui/desk_window.h"
#include "ui/actions/fields.h"
#include "ui/panels/menu.h"
#include "ui/panels/palette.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace attn {
namespace {

/// All menus that the window opens: from the bar, from other menus, and from the buttons that play.
constexpr std::array menus{"presets", "mask", "scale", "positions", "edit", "matrix",  "head",    "item",   "notation",
                           "colours", "file", "help",  "go",        "look", "weights", "reading", "picture"};

Session with_context(const Session& session) {
    return attn::apply(session, SetContext{true})->session;
}

/// A session with two sequences, the first minute and what is told under way, and work that another window left.
struct Shown {
    Session session = attn::apply(with_context(preset("who-and-where")), SetHeadOn{1, false})->session;
    Engine engine;
    const Trace& trace = engine.compute(session.layer());
    Workspace workspace;
    Typesetter typesetter = *Typesetter::open(std::filesystem::path(ATTN_ASSETS_DIR) / "fonts");
    PictureCache cache;
    std::vector<LeftWorkLabel> left_work{1};
    Status status;

    Shown() {
        workspace.start.emplace().asks_who = true;
        workspace.start->bet = 1;
        workspace.see_how = SeeHow{.step = 1};
        status.left_work = left_work;
    }
    UiContext ui() { return {{session, trace, workspace, typesetter, cache, nullptr}, workspace, status}; }
};

TEST(Menus, HaveEveryAction) {
    Shown shown;
    const UiContext ui = shown.ui();
    std::set<std::string> offered;
    for (const char* menu : menus)
        for (const Offer& offer : menu_offers(ui, menu, 1440))
            offered.insert(offer.target);
    for (const Action& action : actions()) {
        // Its button stands beside the path that it is for, and in no other place means anything.
        if (action.id == "browse")
            continue;
        // Stand in the menu of the matrix as the fields that they open.
        if (action.id.starts_with("ask-"))
            continue;
        // Stand in the list of layers, and turn its pages.
        if (action.id.starts_with("list-"))
            continue;
        // Are keys for a chip that was clicked; menus change the token of the row, or that of the chip if there is one.
        if (action.acts_on == ActsOn::chosen_token)
            continue;
        EXPECT_TRUE(offered.contains("action:" + std::string(action.id))) << action.id << " is in no menu";
    }
}

TEST(Menus, AreAllOpenedFromTheBarOrFromEachOther) {
    DeskWindow window(preset("who-and-where"), 1280, 720);
    window.click("action:menu/help");
    window.click("action:menu/go");
    EXPECT_TRUE(window.shows("action:play"));
    window.click("action:last");
    EXPECT_EQ(window.app().workspace().step, ArrayId::Y);
    window.click("action:menu/help");
    window.click("action:menu/look");
    window.click("action:zoom-in");
    EXPECT_GT(window.app().workspace().zoom, 1);
}

TEST(Menus, WhatBelongsToTheTellingIsThereWhileItIsTold) {
    DeskWindow window(preset("who-and-where"));
    window.click("action:menu/help");
    EXPECT_FALSE(window.shows("action:see-how-end"));
    EXPECT_FALSE(window.shows("action:start-leave"));
    window.click("action:see-how");
    window.click("action:menu/help");
    EXPECT_TRUE(window.shows("action:see-how-end"));
}

TEST(Search, FindsEveryActionByItsName) {
    Shown shown;
    const UiContext ui = shown.ui();
    const std::vector<Offer> all = all_offers(ui);
    for (const Action& action : actions()) {
        const std::string target = "action:" + std::string(action.id);
        EXPECT_NE(std::ranges::find(all, target, &Offer::target), all.end()) << action.id;
        if (action.id == "find" || action.id == "close" || !offer_of(ui, action).enabled)
            continue; // the search itself, and what cannot be done now
        const std::vector<Offer> found = found_actions(ui, offer_of(ui, action).label);
        EXPECT_NE(std::ranges::find(found, target, &Offer::target), found.end()) << action.id;
    }
}

TEST(Menus, OfPresetsShowAllThatEachIsAboutInASmallWindow) {
    DeskWindow window(preset("who-and-where"), 1280, 720);
    window.click("action:menu/presets");
    const Box menu = window.app().find_target("menu")->box;
    EXPECT_EQ(united(menu, Box{0, 0, 1280, 720}), (Box{0, 0, 1280, 720}));
    const Result<std::vector<Preset>> presets = list_presets(ATTN_ASSETS_DIR);
    ASSERT_TRUE(presets);
    for (const Preset& row : *presets) {
        const auto line = window.app().find_target("action:preset/" + row.name);
        ASSERT_TRUE(line) << row.name;
        EXPECT_EQ(united(menu, line->box), menu) << row.name;
    }
}

TEST(Keys, AreAllToldAndNothingIsClippedInASmallWindow) {
    for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {1024.0F, 576.0F}, {1440.0F, 900.0F}}) {
        DeskWindow window(preset("who-and-where"), width, height);
        window.key("?");
        const auto dialog = window.app().find_target("dialog");
        ASSERT_TRUE(dialog);
        EXPECT_EQ(united(dialog->box, Box{0, 0, width, height}), (Box{0, 0, width, height})) << width;
        constexpr float least_supported = 1280; // in smaller windows long names are shortened
        for (const Action& action : actions())
            if (action.chord.key != Key::none && width >= least_supported) {
                const std::string told = window.says("key:" + chord_label(action.chord));
                EXPECT_NE(told.find(action.label), std::string::npos) << width << " " << told;
            }
        for (const char* gesture : {"Drag a cell", "Drag a word", "Double-click", "Ctrl+Wheel", "Alt+1 to 9"})
            EXPECT_TRUE(window.shows("key:" + std::string(gesture))) << gesture;
    }
}

TEST(Names, OfActionsMenusStagesAndPicturesThatDoNotExistAreErrors) {
    for (const char* target :
         {"action:fly", "action:fly/1", "action:menu/masks", "action:step/B", "action:show/W_P", "action:compare/W_Q",
          "action:picture/cubist", "action:unpin/A", "action:head/9", "action:head/first", "action:item/0"}) {
        Shown shown;
        const UiContext ui = shown.ui();
        const ArrayId before = shown.workspace.step;
        FrameActions frame_actions;
        run_action(target, {ui, shown.workspace, frame_actions, {}});
        ASSERT_TRUE(shown.workspace.notice) << target;
        EXPECT_TRUE(shown.workspace.notice->is_error) << target;
        EXPECT_FALSE(shown.workspace.overlay) << target;
        EXPECT_TRUE(frame_actions.edits.empty() && frame_actions.requests.empty()) << target;
        EXPECT_EQ(shown.workspace.step, before) << target;
    }
}

TEST(Names, OfFieldsThatDoNotExistAreErrors) {
    for (const char* field : {"field:temprature", "field:size/Q", "field:path", "field:open-paths",
                              "field:export/wings", "field:fill/diagonal", ""}) {
        Shown shown;
        const UiContext ui = shown.ui();
        FrameActions frame_actions;
        EXPECT_FALSE(commit_field(open_field(field, "1"), {ui, shown.workspace, frame_actions, {}})) << field;
        EXPECT_TRUE(frame_actions.edits.empty() && frame_actions.requests.empty()) << field;
    }
}

TEST(Names, OfFieldsInMenusEachHaveALabelOfTheirOwn) {
    Shown shown;
    const UiContext ui = shown.ui();
    for (const char* menu : menus) {
        EXPECT_TRUE(is_menu(menu)) << menu;
        std::set<std::string> labels;
        for (const Offer& offer : menu_offers(ui, menu, 1440))
            if (offer.target.starts_with("field:"))
                EXPECT_TRUE(labels.insert(offer.label).second) << menu << ": " << offer.target;
    }
}

} // namespace
} // namespace attn
