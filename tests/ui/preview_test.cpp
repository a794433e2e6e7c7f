// The visible part of a large layer is shown before the rest is computed.

#include "core/document/files/session_file.h"
#include "core/engine/engine.h"
#include "tests/ui/offscreen_window.h"

#include <chrono>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <utility>

namespace attn {
namespace {

/// A layer so large that it is computed beside the frames.
Session large_layer() {
    std::string words;
    for (int token = 0; token < 160; ++token)
        words += fmt::format("{}\"t{}\"", token == 0 ? "" : ", ", token);
    const std::string text =
        fmt::format(R"({{"version": 1, "tokens": [{}], "sizes": {{"d_model": 64, "heads": 4}}}})", words);
    return *parse_session(text, "large.json", "");
}

/// Options with which the part out of sight is computed only once the frame is painted, i.e. when the test waits for
/// everything: for an hour it is not computed earlier.
AppOptions until_all_is_waited_for() {
    AppOptions options;
    options.longest_frame = std::chrono::hours(1);
    return options;
}

/// Changes a number of X, and draws frames until the visible part shows it.
void edit_and_look(OffscreenWindow& window, float value) {
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::X, 0, 0, 1, 1}, value}));
    while (!window.app().is_newest_seen())
        window.glance();
    window.glance();
}

bool rest_is_coming(OffscreenWindow& window) {
    return window.app().jobs().is_under_way(Job::computing);
}

void look_at(OffscreenWindow& window, ArrayId stage, PictureId picture) {
    window.app().go_to(stage);
    window.app().workspace().picture = picture;
    window.app().workspace().row = 1;
    window.settle();
}

/// Expects that the visible numbers are final after each edit, though the rest is still being computed.
void expect_final_numbers_first(OffscreenWindow& window) {
    for (int edit = 0; edit < 6; ++edit) {
        const std::string before = window.says("inspector.value");
        const Matrix Y = window.app().trace().matrix({0, ArrayId::Y, 0, 0});
        edit_and_look(window, edit % 2 == 0 ? 40.0F : -40.0F);
        EXPECT_TRUE(rest_is_coming(window));
        EXPECT_TRUE(Y.is_same_as(window.app().trace().matrix({0, ArrayId::Y, 0, 0}))) << "but frames see the whole";
        const std::string shown = window.says("inspector.value");
        EXPECT_NE(shown, before);
        window.settle();
        EXPECT_FALSE(rest_is_coming(window));
        EXPECT_EQ(window.says("inspector.value"), shown);
    }
}

TEST(Preview, ShowsTheHeadInSightWithItsFinalNumbersWhileTheRestIsComing) {
    OffscreenWindow window(large_layer(), 1440, 900, until_all_is_waited_for());
    window.settle();
    look_at(window, ArrayId::scores, PictureId::heatmap);
    expect_final_numbers_first(window);
}

TEST(Preview, ShowsAllHeadsOfTheStageWhileWhatIsMadeFromThemIsComing) {
    OffscreenWindow window(large_layer(), 1440, 900, until_all_is_waited_for());
    window.settle();
    for (const ArrayId stage : {ArrayId::Q, ArrayId::scores, ArrayId::A}) {
        look_at(window, stage, PictureId::heads);
        window.app().workspace().head = 2;
        window.app().workspace().focus.reset();
        window.settle();
        expect_final_numbers_first(window);
    }
}

TEST(Preview, HasTheNumbersThatTheColoursOfAllHeadsAreStretchedOver) {
    OffscreenWindow window(large_layer(), 1440, 900, until_all_is_waited_for());
    window.settle();
    look_at(window, ArrayId::scores, PictureId::heatmap);
    window.app().workspace().shares_range = true;
    window.settle();
    expect_final_numbers_first(window);
}

TEST(Preview, OfManyEditsTheNewestIsShownAndComputed) {
    OffscreenWindow window(large_layer(), 1440, 900, until_all_is_waited_for());
    window.settle();
    look_at(window, ArrayId::scores, PictureId::heatmap);
    for (int edit = 0; edit < 10; ++edit)
        edit_and_look(window, static_cast<float>(10 + edit)); // each edit cancels the rest of the one before
    const std::string shown = window.says("inspector.value");
    window.settle();
    EXPECT_EQ(window.says("inspector.value"), shown);
    EXPECT_EQ(window.app().trace().value({0, ArrayId::X, 0, 0, 1, 1}), 19);
    const Trace fresh = Engine(1).compute(window.app().session().layer());
    EXPECT_TRUE(equal_bits(window.app().trace().matrix({0, ArrayId::Y, 0, 0}).view(),
                           fresh.matrix({0, ArrayId::Y, 0, 0}).view()));
}

TEST(Preview, IsNotWhatIsShownOfTheOutputOrOfDifferencesOfHeads) {
    OffscreenWindow window(large_layer(), 1440, 900, until_all_is_waited_for());
    window.settle();
    for (const auto& [stage, picture] : {std::pair{ArrayId::Y, PictureId::heatmap},
                                         {ArrayId::O, PictureId::heatmap}, // as is said, concat is made of it
                                         {ArrayId::A, PictureId::differences}}) {
        look_at(window, stage, picture);
        for (int edit = 0; edit < 4; ++edit) {
            edit_and_look(window, edit % 2 == 0 ? 40.0F : -40.0F);
            EXPECT_FALSE(rest_is_coming(window)) << "the whole was waited for";
        }
    }
}

TEST(Preview, GoesWhereSomethingElseIsLookedAt) {
    OffscreenWindow window(large_layer(), 1440, 900, until_all_is_waited_for());
    window.settle();
    for (int edit = 0; edit < 4; ++edit) {
        look_at(window, ArrayId::Y, PictureId::heatmap);
        const std::string before = window.says("inspector.value");
        look_at(window, ArrayId::scores, PictureId::heatmap);
        edit_and_look(window, edit % 2 == 0 ? 40.0F : -40.0F);
        window.app().go_to(ArrayId::Y);
        window.glance();
        EXPECT_EQ(window.says("inspector.value"), before) << "with all that it is made from";
        EXPECT_FALSE(window.app().is_newest_seen());
        window.settle();
        EXPECT_NE(window.says("inspector.value"), before);
    }
}

} // namespace
} // namespace attn
