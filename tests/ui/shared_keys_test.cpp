// Heads that share keys and values: a change of K under any of them changes their one K.

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "tests/folders.h"
#include "tests/ui/offscreen_window.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

/// A session with four heads in two groups.
Session four_heads_two_keys() {
    Session session = sentence(R"(["rose","is","rose"])");
    Sizes sizes = sizes_of(session.layer());
    sizes.H = 4;
    sizes.queries_per_kv = 2;
    return attn::apply(session, Resize{sizes})->session;
}

const Layer& layer_of(OffscreenWindow& window) {
    return window.app().session().layer();
}

TEST(SharedKeys, PinUnderAHeadThatSharesThemIsUnpinnedUnderIt) {
    OffscreenWindow window(four_heads_two_keys());
    window.click("action:step/K");
    window.key("alt+4");
    window.click("cell:K/3[2,1]");
    EXPECT_EQ(window.app().workspace().head, 3) << "the head in sight has this K too";
    window.key("ctrl+k");
    ASSERT_EQ(layer_of(window).pins.size(), 1U);
    EXPECT_TRUE(layer_of(window).pins.contains({0, ArrayId::K, 0, 2, 1, 0}));
    EXPECT_TRUE(window.shows("action:unpin"));
    window.key("delete");
    EXPECT_TRUE(layer_of(window).pins.empty());
}

TEST(SharedKeys, WhatIsGivenIsComputedAgainUnderEveryHeadThatSharesIt) {
    OffscreenWindow window(
        attn::apply(four_heads_two_keys(), SetMatrix{ArrayId::K, 0, 2, Matrix::zeros(3, 4)})->session);
    window.click("action:step/K");
    window.key("alt+4");
    window.click("action:menu/matrix");
    ASSERT_TRUE(window.shows("action:compute-again"));
    window.click("action:compute-again");
    EXPECT_TRUE(layer_of(window).given.empty());
}

TEST(SharedKeys, ClickOnTheKeysOfOtherHeadsGoesToTheirHead) {
    OffscreenWindow window(four_heads_two_keys());
    window.click("action:step/K");
    window.key("alt+1");
    EXPECT_TRUE(window.shows("cell:K/1[1,1]"));
    window.key("alt+3");
    EXPECT_TRUE(window.shows("cell:K/3[1,1]"));
    EXPECT_FALSE(window.shows("cell:K/1[1,1]"));
}

TEST(SharedKeys, PinIsMarkedUnderEveryHeadThatSharesIt) {
    const Session session = attn::apply(four_heads_two_keys(), Pin{{0, ArrayId::K, 0, 3, 1, 0}, 5})->session;
    Engine engine(1);
    const Trace& trace = engine.compute(session.layer());
    const Typesetter typesetter = *Typesetter::open(assets_folder() / "fonts");
    PictureCache cache;
    const ViewState view_state{};
    const DrawContext drawing{session, trace, view_state, typesetter, cache, nullptr};
    for (Index head = 0; head < 4; ++head) {
        const HeatmapOptions options = heat_of(drawing, {0, ArrayId::K, 0, head, 0, 0});
        DisplayList marks;
        add_pin_marks(marks, drawing, *options.first_cell, lay_out(options, typesetter), {}, false);
        EXPECT_EQ(marks.items.size(), head < 2 ? 0U : 1U) << "head " << head + 1;
    }
}

} // namespace
} // namespace attn
