#include "tests/core/figure/pictures/shown.h"

#include <cmath>
#include <map>

// The change since a baseline lies over the values, and nothing moves.

namespace attn {
namespace {

using test::Shown;

/// The box rounded to a hundredth of a pixel.
Box rounded(const Box& box) {
    const auto in_hundredths = [](float length) { return std::round(length * 100) / 100; };
    return {in_hundredths(box.x), in_hundredths(box.y), in_hundredths(box.width), in_hundredths(box.height)};
}

std::map<CellId, Box> places_of_cells(const DisplayList& list) {
    std::map<CellId, Box> places;
    for (const Item& item : list.items)
        if (const auto* const cell = std::get_if<CellId>(&item.target))
            places.emplace(*cell, rounded(bounds(item, typesetter())));
    return places;
}

/// The window's way of showing a change: none, over the values, or instead of them.
struct Mode {
    bool shows_change;
    bool only_change;
};

std::map<CellId, Box> places_in(Shown& shown, const Trace& before, const Picture& picture, const Box& area, Mode mode) {
    shown.view_state().shows_change = mode.shows_change;
    shown.view_state().only_change = mode.only_change;
    DisplayList list;
    picture.draw(list, shown.drawing(&before), area);
    return places_of_cells(list);
}

/// Expects that in pictures which show changes nothing moves when a change appears, over the values or instead of them.
void expect_that_nothing_moves(Shown& shown, const Trace& before, const Box& area) {
    for (const Array& row : stages()) {
        if (!shown.trace().has(row.id))
            continue;
        shown.at(row.id);
        for (const Picture& picture : pictures()) {
            if (!picture.shows_change || !picture.fits(shown.drawing(&before)))
                continue;
            const auto values = places_in(shown, before, picture, area, {false, false});
            EXPECT_FALSE(values.empty()) << picture.name;
            for (const Mode mode : {Mode{true, false}, Mode{true, true}})
                EXPECT_EQ(values, places_in(shown, before, picture, area, mode))
                    << picture.name << " of " << row.name << (mode.only_change ? ", only its change" : "") << " in "
                    << area.width << "×" << area.height;
        }
    }
}

TEST(Change, MovesNothingInAnyPicture) {
    for (const std::string name : {"who-and-where", "eight-heads", "masks"}) {
        Shown shown = Shown::preset(name);
        const Trace before = shown.trace();
        shown.with([](Layer& layer) {
            layer.pins[{0, ArrayId::X, 0, 0, 0, 0}] = 3;
            layer.pins[{0, ArrayId::X, 0, 0, 1, 1}] = -2;
        });
        for (const Box area : {Box{0, 0, 460, 420}, Box{0, 0, 716, 440}, Box{0, 0, 1356, 800}})
            expect_that_nothing_moves(shown, before, area);
    }
}

TEST(Change, OfAProductIsNamedAtItsResultAlone) {
    Shown shown = Shown::preset("who-and-where");
    const Trace before = shown.trace();
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::X, 0, 0, 0, 0}] = 3; });
    shown.at(ArrayId::scores);
    shown.view_state().shows_change = shown.view_state().only_change = true;
    DisplayList list;
    picture(PictureId::product).draw(list, shown.drawing(&before), {0, 0, 716, 440});
    std::size_t changes = 0;
    for (const Item& item : list.items)
        if (const auto* const name = std::get_if<ShownName>(&item.says))
            changes += name->is_change ? 1 : 0;
    EXPECT_EQ(test::count_of(list, "Δ"), 2U) << "beside the result, and beside its scale";
    EXPECT_GE(changes, 1U);
}

/// The numbers of changes in cells, as they are written.
std::map<CellId, std::string> changes_in(const DisplayList& list) {
    std::map<CellId, std::string> changes;
    for (const Item& item : list.items)
        if (const auto* const number = std::get_if<ShownNumber>(&item.says); number != nullptr && number->is_change)
            if (const auto* const text = std::get_if<Text>(&item.shape()))
                changes.emplace(number->cell, text->text);
    return changes;
}

/// A picture of by-hand, without a mask before and with a causal one now.
DisplayList hidden_since(ArrayId array, Mode mode) {
    Shown shown = Shown::preset("by-hand");
    const Trace before = shown.trace();
    shown.with([](Layer& layer) { layer.mask.causal = true; });
    shown.at(array);
    shown.view_state().shows_change = mode.shows_change;
    shown.view_state().only_change = mode.only_change;
    DisplayList list;
    picture(PictureId::heatmap).draw(list, shown.drawing(&before), {0, 0, 716, 440});
    return list;
}

TEST(Change, OfAShareThatIsHiddenNowIsWhatItLost) {
    for (const Mode mode : {Mode{true, false}, Mode{true, true}}) {
        const DisplayList list = hidden_since(ArrayId::A, mode);
        const std::map<CellId, std::string> changes = changes_in(list);
        EXPECT_EQ(changes.at({0, ArrayId::A, 0, 0, 0, 1}), "−0.09") << mode.only_change;
        EXPECT_FALSE(changes.contains({0, ArrayId::A, 0, 0, 2, 2}) && !mode.only_change) << "which is read as before";
        float lowest = 0;
        for (const Item& item : list.items)
            if (const auto* const shown = std::get_if<ShownColours>(&item.says))
                if (shown->palette == Palette::diverging)
                    lowest = std::min(lowest, shown->range.data_low);
        EXPECT_NEAR(lowest, -0.245F, 0.001F) << "the bar reaches down to what was lost most";
    }
}

TEST(Change, OfAScoreThatIsHiddenNowIsNoNumber) {
    for (const Mode mode : {Mode{true, false}, Mode{true, true}}) {
        const std::map<CellId, std::string> changes = changes_in(hidden_since(ArrayId::masked, mode));
        EXPECT_FALSE(changes.contains({0, ArrayId::masked, 0, 0, 0, 1})) << mode.only_change;
    }
}

} // namespace
} // namespace attn
