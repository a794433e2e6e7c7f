#include "core/document/edits.h"
#include "core/document/presets.h"
#include "core/figure/display_list.h"
#include "core/figure/theme.h"
#include "core/model/arrays.h"
#include "tests/ui/offscreen_window.h"

#include <gtest/gtest.h>
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

TEST(TextSize, IsNowhereTooSmallToBeRead) {
    OffscreenWindow window(preset("who-and-where"), 1280, 720);
    constexpr float least = 0.75F * type_size::normal; // of indices
    std::set<std::string> small;
    const auto look = [&](const std::string& at) {
        for (const Item& item : window.app().scene().list.items)
            if (const auto* const text = std::get_if<Text>(&item.shape());
                text && text->font.family == FontFamily::sans && text->text.size() > 1 && text->font.size < least)
                if (small.insert(text->text).second)
                    ADD_FAILURE() << at << ": " << text->text << " in " << text->font.size;
    };
    window.key("ctrl+b");
    ASSERT_TRUE(window.app().edit(SetCell{{ArrayId::W_Q, 0, 0, 0, 0}, 3}));
    for (const ArrayId stage : {ArrayId::A, ArrayId::concat}) {
        window.show(stage);
        look(std::string(array_name(stage)));
    }
    for (const char* const opens : {"?", "ctrl+p", "m", "ctrl+e"}) {
        window.key(opens);
        look(opens);
        window.key("escape");
    }
    for (const char* const action : {"sizes", "notation", "glossary", "lessons"}) {
        window.run(action);
        look(action);
        window.key("escape");
    }
}

TEST(TextSize, SaysWhereTheWindowHasNoRoomForMore) {
    OffscreenWindow window(preset("by-hand"), 640, 560);
    window.key("ctrl+=");
    EXPECT_EQ(window.settle().text_size, 1);
    ASSERT_TRUE(window.app().workspace().notice);
    EXPECT_NE(window.app().workspace().notice->text.find("a larger window has more"), std::string::npos);
}

TEST(TextSize, SaysSoToWhereOnlyAPartOfAStepHasRoom) {
    OffscreenWindow window(preset("by-hand"), 676, 760); // as a window of 718 × 807 pixels shows it
    window.app().workspace().shown_text_size = 1.0625F;
    window.key("ctrl+=");
    EXPECT_EQ(window.settle().text_size, 1) << "it would be no larger";
    ASSERT_TRUE(window.app().workspace().notice);
    EXPECT_NE(window.app().workspace().notice->text.find("a larger window has more"), std::string::npos);
}

TEST(TextSize, GoesDownFromWhatIsShownAndNotFromWhatWasWantedInALargerWindow) {
    AppOptions options;
    options.remembered.text_size = 2;
    OffscreenWindow window(preset("by-hand"), 1440, 900, options);
    window.app().workspace().shown_text_size = 1.125F; // as a surface of that size has it
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
