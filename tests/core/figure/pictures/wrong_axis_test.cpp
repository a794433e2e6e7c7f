#include "tests/core/figure/pictures/shown.h"

#include <cmath>
#include <fmt/core.h>

// Softmax over the queries, shown as an error.

namespace attn {
namespace {

using test::count_of;
using test::says;
using test::Shown;

TEST(WrongAxis, WritesSumsOfRowsAndOfColumns) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::A).draw(PictureId::wrong_axis);
    // The rows of the right one sum to 1, and the columns of the wrong one.
    EXPECT_EQ(count_of(list, "1.00"), 6U);
    const Matrix scores = shown.trace().matrix({0, ArrayId::masked, 0, 0});
    double first_row = 0;
    for (Index j = 0; j < 3; ++j) {
        double column = 0;
        for (Index i = 0; i < 3; ++i)
            column += std::exp(static_cast<double>(scores(i, j)));
        first_row += std::exp(static_cast<double>(scores(0, j))) / column;
    }
    EXPECT_GE(count_of(list, fmt::format("{:.2f}", first_row)), 1U);
    EXPECT_TRUE(says(list, "of its attention"));
}

TEST(WrongAxis, NamesNoneOfItsMatricesAloneBesideTheColoursOfBoth) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::A).draw(PictureId::wrong_axis);
    EXPECT_EQ(count_of(list, "A"), 0U);
    EXPECT_TRUE(says(list, "both matrices"));
}

TEST(WrongAxis, IsNotOfferedWherePinsMakeTheShares) {
    Shown shown = Shown::preset("by-hand");
    EXPECT_TRUE(shown.at(ArrayId::A).fits(PictureId::wrong_axis));
    EXPECT_FALSE(shown.at(ArrayId::scores).fits(PictureId::wrong_axis));
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::A, 0, 0, 0, 0}] = 1; });
    EXPECT_FALSE(shown.at(ArrayId::A).fits(PictureId::wrong_axis));
}

TEST(WrongAxis, LeavesMaskedCellsEmpty) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) { layer.mask.causal = true; });
    const DisplayList list = shown.at(ArrayId::A).draw(PictureId::wrong_axis);
    const auto hatched = std::ranges::count_if(list.items, [](const Item& item) {
        const auto* cell = std::get_if<Rectangle>(&item.shape());
        return cell != nullptr && cell->hatch.visible();
    });
    EXPECT_EQ(hatched, 6);
    test::expect_well_placed(list, "causal");
}

TEST(WrongAxis, SpeaksOfColumnsWhereTokensAreColumns) {
    Shown shown = Shown::preset("by-hand");
    EXPECT_TRUE(says(shown.columns().at(ArrayId::A).draw(PictureId::wrong_axis), "no column need sum to 1"));
}

} // namespace
} // namespace attn
