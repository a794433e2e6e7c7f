#include "ui/toolkit/change_highlight.h"

#include "core/engine/engine.h"
#include "tests/ui/offscreen_window.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace attn {
namespace {

constexpr float fading = 0.8F;

/// A layer before and after a change, and a scene with a row of cells of Q⁽¹⁾.
class Glows : public testing::Test {
protected:
    void SetUp() override {
        Layer layer = preset("who-and-where").layer();
        before_ = engine_.compute(layer);
        layer.heads[0].W_Q = layer.heads[0].W_Q.with_cell(5, 0, 7);
        layer.heads[0].W_Q = layer.heads[0].W_Q.with_cell(5, 1, 7);
        after_ = engine_.compute(layer);
    }

    static Rectangle square(float x, float y) {
        Rectangle rectangle;
        rectangle.box = {x, y, 10, 10};
        return rectangle;
    }

    /// The number of lines and frames that were added.
    std::size_t added() const {
        return static_cast<std::size_t>(std::ranges::count_if(scene_.list.items, [](const Item& item) {
            const auto* frame = std::get_if<Rectangle>(&item.shape());
            return std::holds_alternative<Path>(item.shape()) || (frame != nullptr && frame->stroke.visible());
        }));
    }

    Engine engine_{1};
    Trace before_;
    Trace after_;
    Scene scene_;
    ChangeHighlight highlight_;
};

TEST_F(Glows, GoRoundNeighboursThatMovedAndLeaveOutThoseThatDidNot) {
    for (Index column = 0; column < 4; ++column)
        scene_.list.add(square(static_cast<float>(column) * 10, 0), CellId{0, ArrayId::Q, 0, 0, 1, column});
    highlight_.begin(before_, after_, 0);
    ASSERT_TRUE(highlight_.is_on());
    highlight_.add(scene_, theme(Look::light), after_);
    // q₂ moved in columns 1 and 2: two lines above, two below, one at each end.
    EXPECT_EQ(added(), 6U);
    EXPECT_TRUE(std::ranges::all_of(scene_.list.items, [](const Item& item) {
        return !std::holds_alternative<Path>(item.shape()) || std::holds_alternative<std::monostate>(item.target);
    })) << "nothing that glows can be clicked";
}

TEST_F(Glows, FrameTheBlockThatMovedInAnImage) {
    Image image;
    image.box = {0, 0, 40, 80};
    image.matrix = after_.array(ArrayId::W_Q, 0, 0); // 8 x 4
    scene_.list.add(image);
    image.matrix = after_.array(ArrayId::W_Q, 0, 1);
    scene_.list.add(image);
    highlight_.begin(before_, after_, 0);
    highlight_.add(scene_, theme(Look::light), after_);
    ASSERT_EQ(added(), 1U);
    EXPECT_EQ(std::get<Rectangle>(scene_.list.items.back().shape()).box, (Box{0, 50, 20, 10}));
}

TEST_F(Glows, FrameWhatIsComputedForThoseWhoLookInALargeLayerToo) {
    std::string tokens = "[\"a\"";
    for (int token = 1; token < 200; ++token)
        tokens += ", \"b\"";
    Layer layer = sentence(tokens + "]").layer();
    const auto change = [&](float value) {
        layer.heads[0].W_Q = layer.heads[0].W_Q.with_cell(5, 0, value);
        return engine_.compute(layer);
    };
    const Trace before = change(7);
    const Trace after = change(8);
    const Trace later = change(9);
    const auto add = [&](ArrayId stage, const Trace& shown) {
        Image image;
        image.box = {0, 0, 400, 400};
        image.matrix = shown.array(stage, 0, 0);
        scene_ = {};
        scene_.list.add(image);
        highlight_.add(scene_, theme(Look::light), shown);
    };
    highlight_.begin(before, after, 0);
    for (const ArrayId stage : {ArrayId::scores, ArrayId::scaled, ArrayId::masked, ArrayId::exp}) {
        add(stage, after);
        EXPECT_EQ(added(), 1U) << array_name(stage);
        add(stage, later);
        EXPECT_EQ(added(), 0U) << array_name(stage) << ": it did not begin with these numbers";
    }
}

TEST_F(Glows, FadeAndEnd) {
    highlight_.begin(before_, after_, 0);
    highlight_.pass(fading / 2);
    EXPECT_TRUE(highlight_.is_on());
    highlight_.pass(fading / 2);
    EXPECT_FALSE(highlight_.is_on());
    scene_.list.add(square(0, 0), CellId{0, ArrayId::Q, 0, 0, 1, 0});
    highlight_.add(scene_, theme(Look::light), after_);
    EXPECT_EQ(added(), 0U);
}

TEST_F(Glows, DoNotBeginWhereNoNumberMoved) {
    highlight_.begin(after_, after_, 0);
    EXPECT_FALSE(highlight_.is_on());
}

TEST_F(Glows, OfOneGestureCountFromItsBeginning) {
    highlight_.begin(before_, after_, 3);
    Layer layer = after_.layer();
    layer.heads[0].W_Q = layer.heads[0].W_Q.with_cell(5, 0, 8); // as before
    const Trace last = engine_.compute(layer);
    highlight_.begin(after_, last, 3);
    scene_.list.add(square(0, 0), CellId{0, ArrayId::Q, 0, 0, 1, 0});
    scene_.list.add(square(10, 0), CellId{0, ArrayId::Q, 0, 0, 1, 1});
    highlight_.add(scene_, theme(Look::light), last);
    EXPECT_EQ(added(), 4U) << "only the second still differs from what was before the gesture";
}

TEST_F(Glows, GiveWayToAnotherGestureAndNotToTheirOwn) {
    highlight_.begin(before_, after_, 3);
    highlight_.give_way(3);
    EXPECT_TRUE(highlight_.is_on());
    highlight_.give_way(4);
    EXPECT_FALSE(highlight_.is_on());
    highlight_.begin(before_, after_, 0);
    highlight_.give_way(0);
    EXPECT_FALSE(highlight_.is_on()) << "two edits that are no gesture are not one";
}

TEST(GlowInTheWindow, AsksForFramesWhileItFadesAndForNoneAfterwards) {
    OffscreenWindow window(preset("who-and-where"));
    EXPECT_FALSE(window.glance().next_frame);
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 1, 0, 0}, 0}));
    EXPECT_TRUE(window.glance().next_frame);
    for (int frame = 0; frame < 30; ++frame) // two sixtieths of a second each
        window.glance();
    EXPECT_FALSE(window.glance().next_frame);
}

TEST(GlowInTheWindow, IsATasteThatIsRemembered) {
    OffscreenWindow window(preset("who-and-where"));
    EXPECT_TRUE(window.app().remembered().highlights_changes);
    window.key("ctrl+p");
    window.type("Glow of changes");
    EXPECT_FALSE(window.app().remembered().highlights_changes);
    ASSERT_TRUE(window.app().edit(SetCell{{0, ArrayId::W_Q, 0, 1, 0, 0}, 0}));
    EXPECT_FALSE(window.glance().next_frame);
}

} // namespace
} // namespace attn
