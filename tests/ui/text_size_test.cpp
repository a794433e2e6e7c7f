#include "core/document/session/edits.h"
#include "core/document/sources/presets.h"
#include "core/figure/display_list.h"
#include "core/figure/theme.h"
#include "core/model/arrays.h"
#include "tests/ui/offscreen_window.h"
#include "tests/ui/pictures_of_steps.h"
#include "ui/actions/menus.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <set>
#include <string>

namespace attn {
namespace {

TEST(TextSize, GrowsWithCtrlPlusHoweverTheKeyboardHasIt) {
    for (const char* const plus : {"ctrl+=", "ctrl+shift+=", "ctrl++"}) {
        OffscreenWindow window(preset("by-hand"), 1920, 1200);
        window.key(plus);
        EXPECT_EQ(window.settle().text_size, 1.125F) << plus;
        EXPECT_EQ(window.app().workspace().zoom, 1) << plus;
        window.key("ctrl+0");
        EXPECT_EQ(window.settle().text_size, 1) << plus;
        window.key("ctrl+-");
        EXPECT_EQ(window.settle().text_size, 0.875F) << plus;
    }
}

/// True for numbers. Those in cells may be as small as 8 pixels, and are left out below that.
bool is_number(const std::string& text) {
    return text.find_first_not_of("0123456789.,+−≈") == std::string::npos;
}

/// Fails for each text that is too small to be read.
class IsNowhereTooSmall : public testing::Test {
protected:
    void look(OffscreenWindow& window, const std::string& at) {
        constexpr float of_indices = 0.75F * type_size::normal;
        constexpr float in_cells = 8;
        ++looks_;
        for (const Item& item : window.app().scene().list.items)
            if (const auto* const text = std::get_if<Text>(&item.shape());
                text && text->font.family == FontFamily::sans && text->text.size() > 1 &&
                text->font.size < (is_number(text->text) ? in_cells : of_indices) - 0.01F)
                if (small_.insert(text->text).second)
                    ADD_FAILURE() << at << ": " << text->text << " in " << text->font.size;
    }
    /// Opens a menu as its button does.
    void open(OffscreenWindow& window, const std::string& menu) {
        window.app().workspace().overlay = Overlay{Overlay::Kind::menu, menu, {200, 60}, -1};
        window.settle();
    }
    /// The menu entries with "…", which open dialogs of their own.
    std::set<std::string> dialogs_of(OffscreenWindow& window) {
        std::set<std::string> found;
        for (const ShownTarget& target : window.app().targets())
            if (target.name.starts_with("action:") && target.value.ends_with("…"))
                found.insert(target.name);
        return found;
    }

    int looks_ = 0;

private:
    std::set<std::string> small_;
};

TEST_F(IsNowhereTooSmall, InEveryMenuAndWhatOpensFromIt) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    for (const MenuRow& row : menus()) {
        const std::string menu(row.name);
        open(window, menu);
        look(window, menu);
        for (const std::string& dialog : dialogs_of(window)) {
            open(window, menu);
            if (!window.shows(dialog))
                continue;
            window.click(dialog);
            look(window, menu + " " + dialog);
            window.key("escape");
            window.key("escape");
        }
    }
    EXPECT_GE(looks_, 45) << "each menu, and dialogs";
}

TEST_F(IsNowhereTooSmall, InWhatKeysOpen) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    for (const char* const opens : {"?", "ctrl+p", "m", "ctrl+e", "ctrl+g", "ctrl+shift+k", "k", "t"}) {
        window.key(opens);
        look(window, opens);
        window.key("escape");
    }
    for (const char* const action :
         {"sizes", "notation", "glossary", "lessons", "manual", "texts", "readouts", "save-as", "open"}) {
        ASSERT_TRUE(find_action(action)) << action;
        window.run(action);
        look(window, action);
        window.key("escape");
        window.key("escape");
    }
}

TEST_F(IsNowhereTooSmall, InStagesWithTheirChange) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    window.key("ctrl+b");
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 0, 0, 0}, 3}));
    for (const ArrayId stage : {ArrayId::A, ArrayId::concat}) {
        window.show(stage);
        look(window, std::string(array_name(stage)));
    }
}

/// Numbers in cells may be as small as 8 pixels, and are left out below that; all other texts must be legible.
TEST_F(IsNowhereTooSmall, InEveryPictureOfEveryStage) {
    constexpr float least_in_cells = 8;
    constexpr float least = 9; // least size of texts longer than a letter
    for (const char* const name : {"who-and-where", "by-hand", "masks"}) {
        OffscreenWindow window(preset(name), 1280, 720);
        std::set<std::string> small;
        test::for_each_picture(window, [&](const std::string& shown) {
            const Box stage =
                find(window.app().scene().list, Target(std::string("stage")), typesetter()).value_or(Box{});
            for (const Item& item : window.app().scene().list.items) {
                const auto* const text = std::get_if<Text>(&item.shape());
                if (text == nullptr || text->font.family != FontFamily::sans || text->text.size() < 2 ||
                    !stage.contains(text->position))
                    continue;
                const bool is_in_cell = std::holds_alternative<ShownNumber>(item.says) || is_number(text->text);
                if (text->font.size < (is_in_cell ? least_in_cells : least) - 0.01F && small.insert(shown).second)
                    ADD_FAILURE() << name << " " << shown << ": " << text->text << " in " << text->font.size;
            }
            ++looks_;
        });
    }
    EXPECT_GE(looks_, 60);
}

TEST_F(IsNowhereTooSmall, InTheFirstMinute) {
    AppOptions newcomer;
    newcomer.offers_start = true;
    OffscreenWindow first(preset("eight-heads"), 1280, 720, newcomer);
    look(first, "start");
    for (int step = 0; step < 5; ++step) {
        first.key("page_down");
        look(first, "start, later");
    }
}

TEST_F(IsNowhereTooSmall, InALectureAndInAFilm) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    for (const ArrayId stage : {ArrayId::Q, ArrayId::A, ArrayId::O}) {
        window.show(stage);
        window.key("space");
        look(window, fmt::format("film of {}", array_name(stage)));
        window.key("escape");
        window.key("f11");
        for (const char* const key : {"e", "w"}) {
            look(window, fmt::format("lecture of {}", array_name(stage)));
            window.key(key);
        }
        window.key("escape");
    }
}

TEST_F(IsNowhereTooSmall, InWhatPointingTells) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    window.show(ArrayId::A);
    std::set<std::string> targets;
    for (const ShownTarget& target : window.app().targets())
        targets.insert(target.name);
    for (const std::string& target : targets) {
        if (!window.shows(target))
            continue;
        const Point at = window.place_of(target).centre();
        ImGui::GetIO().MousePos = {at.x, at.y};
        window.glance();
        window.app().workspace().pointing.rested = 10; // seconds
        window.glance();
        look(window, "pointing at " + target);
    }
    EXPECT_GE(looks_, 60);
}

TEST_F(IsNowhereTooSmall, InEveryStepOfEveryLesson) {
    OffscreenWindow window(preset("by-hand"), 1280, 720);
    for (const LessonLabel& label : window.app().course().labels()) {
        std::size_t steps = 1;
        for (std::size_t step = 0; step < steps; ++step) {
            window.app().learn({label.file, step});
            window.settle();
            ASSERT_TRUE(window.app().workspace().lesson) << label.file;
            steps = window.app().workspace().lesson->lesson->steps.size();
            look(window, fmt::format("{}, step {}", label.id, step + 1));
        }
    }
    EXPECT_GE(looks_, 100);
}

TEST(TextSize, SaysWhereTheWindowHasNoRoomForMore) {
    OffscreenWindow window(preset("by-hand"), 640, 560);
    window.key("ctrl+=");
    EXPECT_EQ(window.settle().text_size, 1);
    ASSERT_TRUE(window.app().workspace().notice);
    EXPECT_NE(window.app().workspace().notice->text.letters().find("a larger window has more"), std::string::npos);
}

TEST(TextSize, SaysSoToWhereOnlyAPartOfAStepHasRoom) {
    OffscreenWindow window(preset("by-hand"), 676, 760); // as for a window of 718 × 807 pixels
    window.app().workspace().shown_text_size = 1.0625F;
    window.key("ctrl+=");
    EXPECT_EQ(window.settle().text_size, 1) << "it would be no larger";
    ASSERT_TRUE(window.app().workspace().notice);
    EXPECT_NE(window.app().workspace().notice->text.letters().find("a larger window has more"), std::string::npos);
}

TEST(TextSize, GoesDownFromWhatIsShownAndNotFromWhatWasWantedInALargerWindow) {
    AppOptions options;
    options.remembered.text_size = 2;
    OffscreenWindow window(preset("by-hand"), 1440, 900, options);
    window.app().workspace().shown_text_size = 1.125F; // as on a surface of that size
    window.key("ctrl+-");
    EXPECT_EQ(window.settle().text_size, 1);
    EXPECT_EQ(window.app().remembered().text_size, 1);
}

TEST(TextSize, OfALectureIsThatOfItsWordsAndThePictureStaysWhole) {
    OffscreenWindow window(preset("by-hand"), 1920, 1080);
    window.key("f11");
    const Point usual = *window.settle().enlarged_to;
    window.key("ctrl+=");
    EXPECT_EQ(window.settle().text_size, 1) << "that of the window is another";
    EXPECT_EQ(window.app().workspace().zoom, 1);
    EXPECT_LT(window.settle().enlarged_to->x, usual.x);
    window.key("ctrl+-");
    EXPECT_EQ(*window.settle().enlarged_to, usual);
    window.key("ctrl++");
    window.key("ctrl+0");
    EXPECT_EQ(*window.settle().enlarged_to, usual);
}

} // namespace
} // namespace attn
