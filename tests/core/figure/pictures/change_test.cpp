#include "tests/core/figure/pictures/shown.h"

#include <cmath>
#include <map>

// The change since a baseline: it lies over the values, and nothing moves.

namespace attn {
namespace {

using test::Shown;

/// To a hundredth of a pixel.
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

/// As it is drawn in the window: no change, the change over the values, or instead of them.
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

/// What its pictures show the change of does not move as this comes, over the values or instead of them.
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
            layer.pins[{ArrayId::X, 0, 0, 0, 0}] = 3;
            layer.pins[{ArrayId::X, 0, 0, 1, 1}] = -2;
        });
        for (const Box area : {Box{0, 0, 460, 420}, Box{0, 0, 716, 440}, Box{0, 0, 1356, 800}})
            expect_that_nothing_moves(shown, before, area);
    }
}

TEST(Change, OfAProductIsNamedAtItsResultAlone) {
    Shown shown = Shown::preset("who-and-where");
    const Trace before = shown.trace();
    shown.with([](Layer& layer) { layer.pins[{ArrayId::X, 0, 0, 0, 0}] = 3; });
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

} // namespace
} // namespace attn
