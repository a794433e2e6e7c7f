// A message at the foot of the stage moves nothing, and leaves no part of the window without a background.

#include "core/figure/display_list.h"
#include "core/figure/theme.h"
#include "tests/core/figure/fonts.h"
#include "tests/ui/offscreen_window.h"
#include "ui/document/workspace.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string>

namespace attn {
namespace {

constexpr std::array sizes{Point{1280, 720}, Point{1440, 900}, Point{853, 480}, Point{640, 560}};

std::string words(int count) {
    std::string text = "Words";
    for (int i = 1; i < count; ++i)
        text += " of a message";
    return text + ".";
}

bool has_ground(const DisplayList& list, Point at) {
    return std::ranges::any_of(list.items, [&](const Item& item) {
        const auto* const box = std::get_if<Rectangle>(&item.shape());
        return box != nullptr && box->fill.a == 255 && box->box.contains(at);
    });
}

/// The first place at which the window has no background; empty if there is none.
std::string without_ground(OffscreenWindow& window, Point size) {
    for (float y = 1; y < size.y; y += 2)
        for (float x = 5; x < size.x; x += 50)
            if (!has_ground(window.app().scene().list, {x, y}))
                return std::to_string(x) + ", " + std::to_string(y);
    return "";
}

/// Brings the window into a mode in which nothing may move.
void go_to(OffscreenWindow& window, const std::string& mode) {
    if (mode == "lecture")
        window.key("f11");
    if (mode == "lesson") {
        window.run("lessons");
        window.click("action:lesson/each-row-shares-one-whole");
    }
}

TEST(MessageRoom, WhateverIsSaidNothingMovesAndEverythingHasAGround) {
    for (const Point size : sizes)
        for (const std::string mode : {"window", "lecture", "lesson"}) {
            OffscreenWindow window(preset("by-hand"), size.x, size.y);
            go_to(window, mode);
            ASSERT_EQ(without_ground(window, size), "") << mode << " at " << size.x;
            const auto stage = [&] {
                return find(window.app().scene().list, Target(std::string("stage")), typesetter()).value_or(Box{});
            };
            const Box before = stage();
            for (const int count : {4, 12, 20, 40}) {
                window.app().workspace().notice = notice_of_deed(words(count));
                window.settle();
                ASSERT_TRUE(window.shows("notice"));
                EXPECT_EQ(stage(), before) << count << " in the " << mode << " at " << size.x;
                EXPECT_EQ(without_ground(window, size), "") << count << " in the " << mode << " at " << size.x;
            }
        }
}

TEST(MessageRoom, TwoLinesOfItCoverNoButton) {
    for (const Point size : sizes) {
        OffscreenWindow window(preset("by-hand"), size.x, size.y);
        window.app().workspace().notice = notice_of_deed(words(12));
        window.settle();
        EXPECT_GE(window.place_of("notice").y, window.place_of("action:next").bottom()) << size.x;
        EXPECT_LE(window.place_of("notice").bottom(), size.y - measure::tokens) << size.x;
    }
}

} // namespace
} // namespace attn
