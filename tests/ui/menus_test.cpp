#include "core/engine/engine.h"
#include "tests/core/figure/fonts.h"
#include "tests/folders.h"
#include "tests/ui/offscreen_window.h"
#include "ui/actions/argument_actions.h"
#include "ui/actions/fields.h"
#include "ui/actions/glossary_list.h"
#include "ui/actions/menus.h"
#include "ui/actions/search.h"
#include "ui/panels/menu.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <tuple>

namespace attn {
namespace {

Session with_context(const Session& session) {
    return attn::apply(session, SetContext{true})->session;
}

/// A lesson whose second step asks for everything that a step can ask for.
std::shared_ptr<const Lesson> lesson_of_all(StepView view) {
    LessonStep step;
    step.view = view;
    step.bet.emplace().kind = Bet::Kind::mark_many;
    step.bet->cells.emplace_back(0, ArrayId::E);
    step.task.emplace();
    step.note = "a note";
    Lesson lesson;
    lesson.id = "a-query";
    lesson.steps = {LessonStep(), step, step};
    return std::make_shared<const Lesson>(std::move(lesson));
}

/// A session with two sequences that was saved in a lesson, with the first minute and messages under way, and unsaved
/// work of another window.
struct Shown {
    explicit Shown(StepView view = StepView::stage) : lesson(lesson_of_all(view)) {
        workspace.lesson.emplace().lesson = lesson;
        workspace.missed = {{"quiz", {1}}};
        workspace.lesson->step = 1;
        workspace.lesson->bet.chosen = {"A/1[1,1]"};
        workspace.lesson->answers = {{.step = 0, .answer = "2", .right = true}};
        session.lesson = LessonWork{.lesson = "a-query"};
        status.lessons = &course;
        status.left_work = left_work;
    }
    UiContext ui() { return {{session, trace, workspace, typesetter, cache, nullptr}, workspace, status}; }

    Session session = attn::apply(with_context(preset("who-and-where")), SetHeadOn{1, false})->session;
    Engine engine;
    const Trace& trace = engine.compute(session.layer());
    Workspace workspace;
    Typesetter typesetter = *Typesetter::open(assets_folder() / "fonts");
    PictureCache cache;
    std::vector<LeftWorkLabel> left_work{1};
    std::shared_ptr<const Lesson> lesson;
    LessonShelf course{assets_folder()};
    Status status;
};

// A row that states neither its place in a menu nor the reason for having none does not compile.
static_assert(!MenuPlaces().is_said());

bool offers(const UiContext& ui, Menu menu, const std::string& target) {
    const std::vector<Offer> all = offers_of_menu(ui, menu);
    return std::ranges::find(all, target, &Offer::target) != all.end();
}

TEST(Menus, OfferEveryRowThatStandsInThem) {
    Shown shown;
    Shown word(StepView::letters);
    Shown heads(StepView::heads);
    const UiContext ui = shown.ui();
    const auto is_offered = [&](const Action& action, const MenuPlace& place) {
        const std::string target = "action:" + std::string(action.id);
        return offers(ui, place.menu, target) || offers(word.ui(), place.menu, target) ||
               offers(heads.ui(), place.menu, target);
    };
    for (const Action& action : actions())
        for (const MenuPlace& place : action.menus)
            EXPECT_TRUE(is_offered(action, place)) << action.id;
    for (const FieldRow& field : fields())
        for (const MenuPlace& place : field.menus)
            EXPECT_TRUE(offers(ui, place.menu, "field:" + std::string(field.id))) << field.id;
    for (const ArgumentAction* action : argument_actions())
        for (const MenuPlace& place : action->menus)
            ASSERT_TRUE(action->offers != nullptr) << action->id << " stands in menu " << static_cast<int>(place.menu);
}

TEST(Menus, HaveAPlaceForOneRowEach) {
    std::set<std::tuple<Menu, int, int>> taken;
    const auto take = [&](std::string_view id, const MenuPlaces& places) {
        for (const MenuPlace& place : places)
            EXPECT_TRUE(taken.insert({place.menu, place.group, place.order}).second) << id << " stands on another";
    };
    for (const Action& action : actions())
        take(action.id, action.menus);
    for (const ArgumentAction* action : argument_actions())
        take(action->id, action->menus);
    for (const FieldRow& field : fields())
        take(field.id, field.menus);
}

TEST(Menus, GreyedEntrySaysWhy) {
    for (const Action& action : actions()) {
        const bool may_be_grey =
            action.enabled != nullptr && action.menus.begin() != action.menus.end() && action.offered_while == nullptr;
        if (may_be_grey)
            EXPECT_FALSE(action.needs.empty()) << action.id;
    }
    for (const FieldRow& field : fields())
        if (field.enabled != nullptr && field.menus.begin() != field.menus.end())
            EXPECT_FALSE(field.needs.empty()) << field.id;
    Shown shown;
    for (const MenuRow& menu : menus())
        for (const Offer& offer : offers_of_menu(shown.ui(), menu.id))
            if (!offer.enabled)
                EXPECT_FALSE(offer.why_not.empty()) << offer.target;
}

/// The places of the menu's entries and headings, in their order.
std::vector<std::pair<std::string, Box>> menu_lines(OffscreenWindow& window) {
    std::vector<std::pair<std::string, Box>> lines;
    for (const Item& item : window.app().scene().list.items) {
        const auto* const text = std::get_if<Text>(&item.shape());
        if (text != nullptr && text->font.letter_spacing > 0)
            lines.emplace_back(text->text, Box{text->position.x, text->position.y, 0, 0});
    }
    return lines;
}

TEST(Menus, HeadingStandsOverItsEntriesInEachWindow) {
    const std::vector<std::vector<std::string>> groups{
        {"CELLS", "action:edit-cell", "action:paste"},
        {"THE WHOLE MATRIX", "action:fill-zero", "action:weights-zero", "field:fill/matrix", "field:scale-by/column"},
        {"COPY", "action:copy", "action:copy-markdown"}};
    for (const Point size : {Point{1280, 720}, Point{1440, 900}, Point{1024, 700}}) {
        OffscreenWindow window(preset("by-hand"), size.x, size.y);
        window.click("action:show/W_Q");
        window.click("cell:W_Q/1[1,1]");
        window.right_click("cell:W_Q/1[1,1]");
        for (const std::vector<std::string>& group : groups) {
            const auto lines = menu_lines(window);
            const auto heading = std::ranges::find(lines, group.front(), &std::pair<std::string, Box>::first);
            ASSERT_NE(heading, lines.end()) << group.front();
            float above = heading->second.y;
            for (std::size_t i = 1; i < group.size(); ++i) {
                const Box entry = window.place_of(group[i]);
                EXPECT_LE(entry.bottom(), size.y) << group[i];
                EXPECT_LE(entry.right(), size.x) << group[i];
                EXPECT_GT(entry.y, above - 12) << group[i] << " stands beneath " << group.front();
                EXPECT_LT(std::abs(entry.x - heading->second.x), 400) << group[i];
                EXPECT_TRUE((entry.x <= heading->second.x && heading->second.x <= entry.right()) ||
                            group[i].starts_with("field:"))
                    << group[i] << " stands in the column of " << group.front() << ", " << size.x << " wide";
                above = entry.y;
            }
        }
    }
}

/// The area of everything drawn of the matrix.
Box place_of_matrix(OffscreenWindow& window, ArrayId array, Index head) {
    Box all;
    for (const ShownTarget& target : window.app().targets())
        if (const auto cell = parse_cell_name(target.name.substr(std::min<std::size_t>(target.name.size(), 5)), 0);
            cell && target.name.starts_with("cell:") && cell->array == array && cell->head == head)
            all = all.empty() ? target.box : united(all, target.box);
    return all;
}

TEST(Menus, OfAMatrixStandsBesideItAndCoversNoneOfItsCells) {
    for (const Point size : {Point{1280, 720}, Point{1440, 900}, Point{2560, 1440}})
        for (const char* const cell : {"A/1[1,1]", "A/1[2,2]", "A/1[3,3]"}) {
            OffscreenWindow window(preset("by-hand"), size.x, size.y);
            window.show(ArrayId::A, PictureId::heatmap);
            const Box matrix = place_of_matrix(window, ArrayId::A, 0);
            ASSERT_FALSE(matrix.empty());
            window.right_click(std::string("cell:") + cell);
            const Box menu = find(window.app().scene().list, Target(std::string("menu")), typesetter()).value_or(Box{});
            ASSERT_FALSE(menu.empty());
            const bool has_room = matrix.x > menu.width + 16 || size.x - matrix.right() > menu.width + 16;
            EXPECT_TRUE(has_room || size.x < 1440) << "in a low window it has two columns";
            if (has_room)
                EXPECT_TRUE(common(menu, matrix).empty()) << size.x << " " << cell;
        }
}

TEST(Menus, GreyedEntryIsToldOfWherePointingRests) {
    OffscreenWindow window(preset("by-hand"), 1440, 900);
    window.click("action:show/W_Q");
    window.right_click("cell:W_Q/1[1,1]");
    EXPECT_FALSE(window.shows("action:fill-down"));
    EXPECT_EQ(window.says("greyed:action:fill-down"), "Select several cells first: Shift with arrows, or with a "
                                                      "click.");
}

TEST(Menus, AndTheSearchOfferNothingThatIsNotKnown) {
    Shown listed;
    const UiContext ui = listed.ui();
    std::set<std::string> targets;
    const auto list = [&](const std::vector<Offer>& offers) {
        for (const Offer& offer : offers)
            targets.insert(offer.target);
    };
    list(all_offers(ui));
    for (const MenuRow& menu : menus())
        list(offers_of_menu(ui, menu.id));
    for (const std::string& target : targets) {
        if (target.starts_with("field:"))
            EXPECT_TRUE(find_field(target) || find_option(target.substr(6))) << target;
        if (!target.starts_with(action_prefix) || find_action(target.substr(action_prefix.size())))
            continue;
        Shown shown;
        FrameActions frame_actions;
        const UiContext now = shown.ui();
        run_action(target, {now, shown.workspace, frame_actions, {}});
        if (shown.workspace.notice)
            EXPECT_FALSE(shown.workspace.notice->text.letters().starts_with("there is no"))
                << shown.workspace.notice->text.letters();
    }
}

TEST(Menus, AreAllOpenedFromTheBarOrFromEachOther) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
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

TEST(Menus, OfAWordIsOpenedByTheRightButtonOnItsChipAndBesideTheCellsOfItsRowAndColumn) {
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    const Matrix& painted = window.app().session().layer().mask.painted;
    window.right_click("token:3");
    EXPECT_EQ(window.says("action:hide-token"), "Hide hot₃ from all");
    window.click("action:hide-token");
    EXPECT_EQ(window.app().session().layer().mask.painted(0, 2), minus_infinity);
    window.key("ctrl+z");
    EXPECT_TRUE(painted.empty());
    window.right_click("cell:A/1[1,2]");
    EXPECT_EQ(window.says("action:hide-token"), "Hide is₂ from all") << "of a cell its key";
}

TEST(Menus, WhatBelongsToALessonIsThereWhileOneIsOpen) {
    OffscreenWindow window(preset("who-and-where"));
    window.click("action:menu/help");
    EXPECT_FALSE(window.shows("action:lesson-leave"));
    EXPECT_FALSE(window.shows("start"));
    window.click("action:see-how");
    window.click("action:menu/help");
    EXPECT_TRUE(window.shows("action:lesson-leave"));
}

TEST(Search, FindsEveryActionByItsName) {
    Shown shown;
    const UiContext ui = shown.ui();
    const std::vector<Offer> all = all_offers(ui);
    for (const Action& action : actions()) {
        const std::string target = "action:" + std::string(action.id);
        EXPECT_NE(std::ranges::find(all, target, &Offer::target), all.end()) << action.id;
        if (action.id == "find" || action.id == "close" || !offer_of(ui, action).enabled)
            continue; // the search itself, and actions that are disabled
        const std::vector<Offer> found = found_actions(ui, offer_of(ui, action).label);
        EXPECT_NE(std::ranges::find(found, target, &Offer::target), found.end()) << action.id;
    }
}

TEST(Search, FindsWhatIsCalledOtherwiseHere) {
    Shown shown;
    for (const char* const asked : {"gqa", "rope", "look-ahead", "encoder-decoder", "ablation", "transpose", "tanh"})
        EXPECT_FALSE(found_actions(shown.ui(), asked).empty()) << asked;
}

TEST(Search, OfAnArrayShowsItFirst) {
    Shown shown;
    for (const char* const asked : {"W_Q", "w_k", "scores"})
        EXPECT_TRUE(found_actions(shown.ui(), asked).front().label.starts_with("Show ")) << asked;
    shown.session.notation = "paper";
    EXPECT_EQ(found_actions(shown.ui(), "show w_q").front().target, "action:show/W_Q");
    EXPECT_NE(found_actions(shown.ui(), "attention").front().target, "action:make-uniform") << "it changes weights";
}

TEST(Glossary, HasLettersAndNoTexInAnyNotation) {
    Shown shown;
    for (const auto& profile : shipped_notations()) {
        shown.session.notation = profile->name;
        for (const GlossaryTerm& term : glossary())
            EXPECT_EQ(shown_term(shown.ui(), term).find_first_of("{\\"), std::string::npos)
                << profile->name << ": " << shown_term(shown.ui(), term);
    }
}

/// A name and Enter show what is named, and change nothing.
TEST(Search, FindsFirstWhatShowsWhatIsNamed) {
    Shown shown;
    EXPECT_EQ(found_actions(shown.ui(), "W_Q").front().target, "action:show/W_Q");
    shown.session.notation = NotationChoice("paper");
    for (const char* const asked : {"show w_q", "w_q"})
        EXPECT_EQ(found_actions(shown.ui(), asked).front().target, "action:show/W_Q") << asked;
}

TEST(Search, FindsWhatMakesADocumentBeforeWhatTellsOfIt) {
    Shown shown;
    for (const char* const document : {"storyboard", "worksheet", "handout", "notes", "slides", "code"})
        EXPECT_EQ(found_actions(shown.ui(), document).front().target, std::string("action:make/") + document);
    EXPECT_EQ(found_actions(shown.ui(), "homework").front().target, "action:make/worksheet");
    EXPECT_EQ(found_actions(shown.ui(), "three decimals").front().target, "action:decimals/3");
    EXPECT_EQ(found_actions(shown.ui(), "3 decimals").front().target, "action:decimals/3");
    const std::vector<Offer> found = found_actions(shown.ui(), "decimals");
    std::vector<std::string> counts;
    for (const Offer& offer : found)
        if (offer.target.starts_with("action:decimals/")) {
            counts.push_back(offer.target.substr(16));
            EXPECT_EQ(offer.about.ends_with(" one decimal"), counts.back() == "1") << offer.about;
        }
    EXPECT_EQ(counts, (std::vector<std::string>{"0", "1", "2", "3", "4", "5", "6"}));
}

TEST(Search, FindsNoTwoThingsByTheSameName) {
    Shown shown;
    std::map<std::string, std::string> called;
    for (const Offer& offer : found_actions(shown.ui(), "")) {
        const auto [before, is_new] = called.emplace(offer.label, offer.target);
        EXPECT_TRUE(is_new) << offer.label << ": " << before->second << " and " << offer.target;
    }
}

TEST(Menus, OfPresetsShowAllThatEachIsAboutInASmallWindow) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    window.click("action:menu/presets");
    const Box screen{0, 0, 1280, 720};
    const Result<std::vector<Preset>> presets = list_presets(assets_folder());
    ASSERT_TRUE(presets);
    for (const Preset& row : *presets) {
        const auto line = window.app().find_target("action:preset/" + row.name);
        ASSERT_TRUE(line) << row.name;
        EXPECT_EQ(united(screen, line->box), screen) << row.name;
    }
}

TEST(Keys, AreAllToldAndNothingIsClippedInASmallWindow) {
    for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {1024.0F, 768.0F}, {1440.0F, 900.0F}}) {
        OffscreenWindow window(preset("who-and-where"), width, height);
        window.key("?");
        const auto dialog = window.app().find_target("dialog");
        ASSERT_TRUE(dialog);
        EXPECT_EQ(united(dialog->box, Box{0, 0, width, height}), (Box{0, 0, width, height})) << width;
        for (const Action& action : actions())
            if (action.chord.key != Key::none) {
                const std::string told = window.says("key:" + chord_label(action.chord));
                EXPECT_NE(told.find(action.label), std::string::npos) << width << " " << told;
            }
        for (const char* gesture : {"Drag a cell", "Drag a word", "Double-click", "Ctrl+Wheel", "Alt+1 to 9"})
            EXPECT_TRUE(window.shows("key:" + std::string(gesture))) << gesture;
    }
}

TEST(Keys, AreToldInWholeWordsWhereTypeIsLarge) {
    for (const float size : {1.0F, 1.25F, 1.5F}) {
        OffscreenWindow window(preset("who-and-where"), 1280 / size, 720 / size);
        window.key("?");
        for (const Action& action : actions())
            if (action.chord.key != Key::none) {
                const std::string told = window.says("key:" + chord_label(action.chord));
                EXPECT_NE(told.find(action.label), std::string::npos) << size << " " << told;
                EXPECT_NE(told.find(action.key_holds), std::string::npos) << size << " " << told;
            }
        EXPECT_EQ(window.says("key:F6, then Tab"), "Walk to a button, and press") << size;
    }
}

TEST(Keys, AreOneThingInEachPlaceOrSayForWhat) {
    OffscreenWindow window(preset("who-and-where"), 1440, 900);
    window.key("?");
    int doubled = 0;
    for (const auto& [name, meaning] : window.app().scene().values) {
        if (!name.starts_with("keys:"))
            continue;
        const std::size_t several = meaning.find(", or: ");
        doubled += several == std::string::npos ? 0 : 1;
        EXPECT_TRUE(several == std::string::npos || meaning.find(" (") != std::string::npos) << name << " " << meaning;
    }
    EXPECT_GT(doubled, 0) << "Delete, of one cell and of several";
    EXPECT_EQ(window.says("keys:LOOK:B"), "(not on the screen)");
    EXPECT_EQ(window.says("keys:IN A LECTURE:B"), "Blank the screen");
    EXPECT_EQ(window.says("keys:WITH A TOKEN CHOSEN:Delete"), "Remove the chosen token");
}

TEST(Names, OfActionsMenusStagesAndPicturesThatDoNotExistAreErrors) {
    for (const char* target : {"action:fly",
                               "action:fly/1",
                               "action:menu/masks",
                               "action:step/B",
                               "action:show/W_P",
                               "action:compare/W_Q",
                               "action:picture/cubist",
                               "action:unpin/A",
                               "action:head/9",
                               "action:head/first",
                               "action:item/0",
                               "action:item/9",
                               "action:head/2/3",
                               "action:undone",
                               "action:undo/1",
                               "action:recent/1",
                               "action:choose/1",
                               "action:layer/99",
                               "action:left-open/9",
                               "action:moved/nothing",
                               "action:notation/x",
                               "action:preset/x",
                               "action:option/temperature",
                               "action:unsaved/keep",
                               "action:replace/maybe",
                               "action:recorded/sing",
                               "action:ask/mask/perhaps",
                               "action:export",
                               "action:export/fly",
                               "action:export/tab/wings",
                               "action:export/list/wings",
                               "action:export/copy/doc",
                               "action:export/recipe/1",
                               "action:export/save/now",
                               "action:readout/fly/1",
                               "action:readout/first/9",
                               "action:remove-token/99"}) {
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
                              "field:export/wings", "field:fill/diagonal", "field:size/", "field:text/more",
                              "field:readout/wings/1", "field:ask/wings", "field:token/first", ""}) {
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
    for (const MenuRow& menu : menus()) {
        EXPECT_EQ(find_menu(menu.name), menu.id) << menu.name;
        std::set<std::string> labels;
        for (const Offer& offer : offers_of_menu(ui, menu.id))
            if (offer.target.starts_with("field:"))
                EXPECT_TRUE(labels.insert(offer.label).second) << menu.name << ": " << offer.target;
    }
}

TEST(Names, OfActionsAndFieldsAreEachThatOfOneRow) {
    std::set<std::string_view> ids;
    for (const Action& action : actions())
        EXPECT_TRUE(ids.insert(action.id).second) << action.id;
    // "claim" opens the same as "claim/WORDS", so that a row with an argument may share its id with one without.
    ids.clear();
    for (const ArgumentAction* action : argument_actions())
        EXPECT_TRUE(ids.insert(action->id).second) << action->id;
    ids.clear();
    for (const FieldRow& field : fields()) {
        EXPECT_TRUE(ids.insert(field.id).second) << field.id;
        EXPECT_EQ(field.enter == nullptr, field.option.has_value()) << field.id;
    }
}

} // namespace
} // namespace attn
