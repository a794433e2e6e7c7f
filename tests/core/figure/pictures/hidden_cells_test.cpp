// Cells that a mask hides: −∞ in the mask and in masked scores, no attention weight.

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/picture.h"
#include "tests/core/figure/pictures/shown.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Shown;

Shown causal() {
    Shown shown = Shown::preset("four-letters");
    shown.with([](Layer& layer) { layer.mask.causal = true; });
    return shown;
}

Index infinities(Shown& shown, ArrayId array) {
    shown.at(array);
    DisplayList list;
    picture(PictureId::heatmap).draw(list, shown.drawing(), {0, 0, 716, 440});
    return std::ranges::count_if(list.items, [](const Item& item) {
        const auto* const text = std::get_if<Text>(&item.shape());
        return text != nullptr && text->text == "−∞";
    });
}

TEST(HiddenCells, SayThatScoresAndTheMaskAreMinusInfinityThere) {
    Shown shown = causal();
    constexpr Index later_letters = 6; // four letters have 3 + 2 + 1 later ones
    EXPECT_EQ(infinities(shown, ArrayId::mask), later_letters);
    EXPECT_EQ(infinities(shown, ArrayId::masked), later_letters);
    EXPECT_EQ(infinities(shown, ArrayId::A), 0) << "shares are 0 there";
    EXPECT_EQ(infinities(shown, ArrayId::scaled), 0);
}

TEST(HiddenCells, AreOfLettersThatCannotReadEachOther) {
    Shown shown = causal();
    EXPECT_EQ(cell_words(shown.drawing(), {0, ArrayId::A, 0, 0, 1, 2}).letters(), "t₂ cannot read o₃");
    EXPECT_EQ(cell_words(shown.drawing(), {0, ArrayId::A, 0, 0, 2, 1}).letters(), "o₃ reads t₂");
    EXPECT_EQ(cell_words(shown.drawing(), {0, ArrayId::scaled, 0, 0, 1, 2}).letters(), "t₂ reads o₃")
        << "before the mask";
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::A, 0, 0, 1, 2}] = 0.25F; });
    EXPECT_EQ(cell_words(shown.drawing(), {0, ArrayId::A, 0, 0, 1, 2}).letters(), "t₂ reads o₃")
        << "its share is given";
}

} // namespace
} // namespace attn
