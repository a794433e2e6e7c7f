#include "core/figure/display_list.h"

#include "core/figure/hatch.h"
#include "tests/core/figure/fonts.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

Rectangle rectangle(Box box) {
    Rectangle made;
    made.box = box;
    made.fill = rgb(0x808080);
    return made;
}

TEST(DisplayList, HitsTheForemostTarget) {
    DisplayList list;
    list.add(rectangle({0, 0, 20, 20}), "action:back");
    list.add(rectangle({10, 10, 20, 20}), "action:front");
    list.add(rectangle({0, 0, 30, 30})); // it has no target, so it hides none
    EXPECT_EQ(target_name(hit(list, {5, 5}, typesetter())), "action:back");
    EXPECT_EQ(target_name(hit(list, {15, 15}, typesetter())), "action:front");
    EXPECT_EQ(target_name(hit(list, {29, 2}, typesetter())), "");
}

TEST(DisplayList, TextsAreEqualIfTheirLinesSayTheSame) {
    const auto of_line = [](const char* tex) {
        Text text;
        text.line = std::make_shared<const TextLine>(TextLine{{tex}});
        return text;
    };
    EXPECT_EQ(of_line("$W_Q$"), of_line("$W_Q$"));
    EXPECT_NE(of_line("$W_Q$"), of_line("$W_K$"));
    EXPECT_NE(of_line("$W_Q$"), Text());
}

TEST(DisplayList, AppendsAtAPlaceAndWithinAClip) {
    DisplayList inner;
    inner.add(rectangle({0, 0, 10, 10}), "token:1").clip = Box{0, 0, 10, 5};
    DisplayList outer;
    outer.append(inner, {100, 100}, Box{100, 100, 4, 40});
    EXPECT_EQ(bounds(outer, typesetter()), (Box{100, 100, 4, 5}));
    EXPECT_EQ(target_name(hit(outer, {102, 102}, typesetter())), "token:1");
    EXPECT_EQ(target_name(hit(outer, {102, 107}, typesetter())), "");
    EXPECT_EQ(target_name(hit(outer, {106, 102}, typesetter())), "");
}

TEST(DisplayList, LeavesOutWhatHasNoPlace) {
    for (const float none : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN(), 3e38F}) {
        DisplayList list;
        list.add(rectangle({10, 10, 5, 5}), "action:there");
        list.add(rectangle({0, 0, none, 5}), "action:wide");
        list.add(line({0, none}, {1, 1}, {rgb(0), 1}));
        list.add(line({0, 0}, {1, 1}, {rgb(0), none}));
        list.add(Text{.text = "x", .position = {none, 0}, .font = {}, .colour = {}});
        list.add(Text{.text = "x", .position = {}, .font = {.size = none}, .colour = {}});
        Image image;
        image.box = {0, none, 1, 1};
        list.add(image, "image");
        list.add(FormulaMark{"x", {0, none}, 12, {}, 0});
        for (std::size_t i = 1; i < list.items.size(); ++i) {
            EXPECT_TRUE(std::get<Path>(list.items[i].shape()).points.empty()) << i;
            EXPECT_EQ(target_name(list.items[i].target), "") << i;
        }
        EXPECT_EQ(bounds(list, typesetter()), (Box{10, 10, 5, 5}));
        EXPECT_FALSE(find(list, "action:wide", typesetter()));
        Item item = list.items.front();
        item.change_any<Rectangle>([&](Rectangle& there) { there.box.x = none; });
        EXPECT_TRUE(std::holds_alternative<Path>(item.shape()));
        DisplayList moved_away;
        moved_away.append(list, {none, 0});
        EXPECT_TRUE(std::holds_alternative<Path>(moved_away.items.front().shape()));
    }
}

TEST(DisplayList, HasNoClipThatIsInsideOut) {
    const float none = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(*Clip(Box{1, 2, -3, 4}), (Box{1, 2, 0, 4}));
    EXPECT_EQ(*Clip(Box{1, none, 3, 4}), Box());
    EXPECT_FALSE(Clip(std::nullopt));
    DisplayList list;
    list.add(rectangle({0, 0, 9, 9}), "action:a").clip = Box{0, 0, none, 9};
    EXPECT_EQ(target_name(hit(list, {1, 1}, typesetter())), "");
}

TEST(DisplayList, FindsAndHitsCellsOfAnImage) {
    for (const bool transposed : {false, true}) {
        Image image;
        image.box = {10, 10, transposed ? 40.0F : 60.0F, transposed ? 60.0F : 40.0F};
        image.matrix = Matrix::zeros(4, 6);
        image.transposed = transposed;
        DisplayList list;
        list.add(image, CellId{0, ArrayId::K, 0, 1, 0, 0});
        for (Index i = 0; i < 4; ++i)
            for (Index j = 0; j < 6; ++j) {
                const CellId cell{0, ArrayId::K, 0, 1, i, j};
                const auto place = find(list, cell, typesetter());
                ASSERT_TRUE(place);
                EXPECT_EQ(hit(list, place->centre(), typesetter()), Target(cell));
            }
        EXPECT_FALSE(find(list, CellId{0, ArrayId::K, 0, 1, 4, 0}, typesetter()));
        EXPECT_FALSE(find(list, CellId{0, ArrayId::K, 0, 0, 0, 0}, typesetter()));
    }
}

TEST(DisplayList, NamesCellsAsScriptsDo) {
    EXPECT_EQ(target_name(CellId{0, ArrayId::A, 0, 0, 4, 1}), "cell:A/1[5,2]");
}

TEST(DisplayList, BoundsHoldTextsAndStrokes) {
    DisplayList list;
    Text text;
    text.text = "wide enough to count";
    text.colour = rgb(0);
    list.add(text);
    list.add(line({0, 50}, {10, 50}, {rgb(0), 4}));
    const Box box = bounds(list, typesetter());
    EXPECT_GT(box.width, 80);
    EXPECT_LT(box.y, -8);
    EXPECT_FLOAT_EQ(box.bottom(), 52);
}

Rectangle hatched(const Box& box, bool falls) {
    Rectangle rectangle;
    rectangle.box = box;
    rectangle.hatch_falls = falls;
    return rectangle;
}

TEST(Hatch, LinesStayWithinTheBoxAndJoinThoseOfTheNeighbour) {
    const Box left{3, 7, 20, 20};
    const Box right{23, 7, 20, 20};
    const auto lines = hatch_lines(hatched(left, false));
    EXPECT_GE(lines.size(), 3U);
    for (const auto& [from, to] : lines) {
        EXPECT_GE(from.x, left.x);
        EXPECT_LE(to.x, left.right());
        EXPECT_LE(from.y, left.bottom());
        EXPECT_GE(to.y, left.y);
        EXPECT_FLOAT_EQ(from.x + from.y, to.x + to.y);
    }
    // A line that leaves through the common edge continues in the neighbour.
    for (const auto& [from, to] : lines)
        if (to.x == left.right() && to.y > left.y)
            EXPECT_TRUE(std::ranges::any_of(hatch_lines(hatched(right, false)),
                                            [end = to](const auto& other) { return other.first == end; }));
}

TEST(Hatch, OfANegativeNumberFallsAndJoinsThatOfTheNeighbour) {
    const Box left{3, 7, 20, 20};
    const auto lines = hatch_lines(hatched(left, true));
    const auto right = hatch_lines(hatched({23, 7, 20, 20}, true));
    EXPECT_GE(lines.size(), 3U);
    for (const auto& [from, to] : lines) {
        EXPECT_LT(from.y, to.y);
        EXPECT_FLOAT_EQ(from.x - from.y, to.x - to.y);
        EXPECT_TRUE(left.grown(0.01F).contains(from) && left.grown(0.01F).contains(to));
        if (to.x == left.right() && to.y < left.bottom())
            EXPECT_TRUE(std::ranges::any_of(right, [end = to](const auto& other) { return other.first == end; }));
    }
    for (const float side : {2.0F, 5.0F, 10.0F}) // wherever the cell stands
        EXPECT_EQ(hatch_lines(hatched({30, 40, side, side}, true)).size(), 1U);
}

} // namespace
} // namespace attn
