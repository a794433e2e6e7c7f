// Of a large layer what is in sight is shown before the rest is computed.

#include "core/session/session_file.h"
#include "tests/ui/desk_window.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <utility>

namespace attn {
namespace {

/// So large that it is computed beside the frames.
Session large_layer() {
    std::string words;
    for (int token = 0; token < 160; ++token)
        words += fmt::format("{}\"t{}\"", token == 0 ? "" : ", ", token);
    const std::string text =
        fmt::format(R"({{"version": 1, "tokens": [{}], "sizes": {{"d_model": 64, "heads": 4}}}})", words);
    return *parse_session(text, "large.json", "");
}

/// A number of X is changed; frames until what is in sight shows it.
void edit_and_look(DeskWindow& window, float value) {
    ASSERT_TRUE(window.app().edit(SetCell{{ArrayId::X, 0, 0, 1, 1}, value}));
    while (!window.app().is_newest_seen())
        window.glance();
    window.glance();
}

bool rest_is_coming(DeskWindow& window) {
    return window.app().jobs().is_under_way(Job::computing);
}

TEST(Preview, ShowsTheHeadInSightWithItsFinalNumbersWhileTheRestIsComing) {
    DeskWindow window(large_layer());
    window.settle();
    window.app().go_to(ArrayId::scores);
    window.app().workspace().picture = PictureId::heatmap;
    window.app().workspace().row = 1;
    window.settle();
    int previews = 0;
    for (int edit = 0; edit < 30; ++edit) {
        const std::string before = window.says("inspector.value");
        edit_and_look(window, edit % 2 == 0 ? 40.0F : -40.0F);
        const bool was_preview = rest_is_coming(window);
        const std::string shown = window.says("inspector.value");
        EXPECT_NE(shown, before);
        window.settle();
        EXPECT_FALSE(rest_is_coming(window));
        EXPECT_EQ(window.says("inspector.value"), shown);
        previews += was_preview ? 1 : 0;
    }
    EXPECT_GT(previews, 0);
}

TEST(Preview, IsNotWhatIsShownOfTheOutputOrOfAllHeads) {
    DeskWindow window(large_layer());
    window.settle();
    for (const auto& [stage, picture] : {std::pair{ArrayId::Y, PictureId::heatmap},
                                         {ArrayId::O, PictureId::heatmap}, // of which concat is made, as is told
                                         {ArrayId::A, PictureId::heads}}) {
        window.app().go_to(stage);
        window.app().workspace().picture = picture;
        window.settle();
        for (int edit = 0; edit < 10; ++edit) {
            edit_and_look(window, edit % 2 == 0 ? 40.0F : -40.0F);
            EXPECT_FALSE(rest_is_coming(window)) << "the whole was waited for";
        }
    }
}

TEST(Preview, GoesWhereSomethingElseIsLookedAt) {
    DeskWindow window(large_layer());
    window.settle();
    window.app().go_to(ArrayId::scores);
    window.app().workspace().picture = PictureId::heatmap;
    window.settle();
    for (int edit = 0; edit < 10; ++edit) {
        edit_and_look(window, edit % 2 == 0 ? 40.0F : -40.0F);
        const Matrix shown = window.app().trace().matrix({ArrayId::Y, 0, 0});
        const bool was_preview = rest_is_coming(window);
        window.app().go_to(ArrayId::Y);
        window.glance();
        if (was_preview && rest_is_coming(window)) {
            EXPECT_FALSE(window.app().is_newest_seen()) << "Y is that of before, with all it is made from";
        }
        window.settle();
        EXPECT_EQ(equal_bits(window.app().trace().matrix({ArrayId::Y, 0, 0}).view(), shown.view()), !was_preview);
        window.app().go_to(ArrayId::scores);
        window.settle();
    }
}

} // namespace
} // namespace attn
