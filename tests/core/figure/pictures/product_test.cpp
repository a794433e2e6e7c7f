#include "core/figure/figure.h"
#include "tests/core/figure/pictures/shown.h"

#include <fmt/core.h>

// The layout of a product; tests/truth checks its numbers.

namespace attn {
namespace {

using test::place_of;
using test::Shown;

TEST(Product, StandsAsItIsMultipliedByHand) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::scores).draw(PictureId::product);
    EXPECT_EQ(place_of(list, "Q/1[1,1]")->y, place_of(list, "scores/1[1,1]")->y);
    EXPECT_EQ(place_of(list, "K/1[1,1]")->x, place_of(list, "scores/1[1,1]")->x);
    EXPECT_LT(place_of(list, "K/1[1,4]")->bottom(), place_of(list, "scores/1[1,1]")->y);
    // The gutter is as wide as the longest word and 24, at least 64.
    EXPECT_NEAR(place_of(list, "scores/1[1,1]")->x - place_of(list, "Q/1[1,4]")->right(), 64, 1);
}

TEST(Product, TermsHaveAsManyDecimalsAsOtherNumbersAndMoreOnlyToAddUp) {
    Shown shown = Shown::preset("who-and-where");
    shown.at(ArrayId::O, 1).view_state().on_paper = true;
    for (const int decimals : {2, 4}) {
        shown.view_state().decimals = decimals;
        const DisplayList list = shown.draw(PictureId::product, {0, 0, 900, 700});
        std::size_t terms = 0;
        for (const Item& item : list.items) {
            const auto* const text = std::get_if<Text>(&item.shape());
            if (text == nullptr || !std::holds_alternative<ShownTerm>(item.says))
                continue;
            ++terms;
            EXPECT_GE(text->text.size() - text->text.find('.') - 1, static_cast<std::size_t>(decimals)) << text->text;
        }
        EXPECT_GT(terms, 0U);
    }
}

/// The layer has whole numbers, as in lectures.
TEST(Product, TermsOfWholeNumbersHaveNoDecimalsWhereTheirMatricesHaveNone) {
    Shown shown = Shown::preset("by-hand");
    ViewState& view = shown.at(ArrayId::Q, 0, 1, 1).view_state();
    view.whole_numbers = true;
    const auto numbers_with_decimals = [&] {
        std::vector<std::string> numbers;
        for (const Item& item : shown.draw(PictureId::product, {0, 0, 900, 700}).items)
            if (const auto* const text = std::get_if<Text>(&item.shape());
                text != nullptr && text->text.find(".0") != std::string::npos)
                numbers.push_back(text->text);
        return numbers;
    };
    EXPECT_TRUE(numbers_with_decimals().empty()) << numbers_with_decimals().front();
    view.whole_numbers = false;
    EXPECT_FALSE(numbers_with_decimals().empty());
}

TEST(Product, TermsOnAWallHaveOneDecimalMoreThanMatricesAtMost) {
    Shown shown = Shown::preset("who-and-where");
    ViewState& view = shown.view_state();
    view.is_enlarged = true;
    std::size_t terms = 0;
    for (const ArrayId array : {ArrayId::scores, ArrayId::O, ArrayId::Y})
        for (Index row = 0; row < 4; ++row) {
            const DisplayList list = shown.at(array, 1, row, 1).draw(PictureId::product, {0, 0, 1200, 900});
            for (const Item& item : list.items)
                if (const auto* const text = std::get_if<Text>(&item.shape());
                    text != nullptr && std::holds_alternative<ShownTerm>(item.says)) {
                    ++terms;
                    EXPECT_LE(text->text.size() - text->text.find('.') - 1, 3U) << text->text;
                }
        }
    EXPECT_GT(terms, 0U);
}

TEST(Product, OfTheOutputSaysOfItsTermsThatTheyComeFromHeads) {
    Shown shown = Shown::preset("who-and-where");
    const DisplayList list = shown.at(ArrayId::Y).draw(PictureId::product, {0, 0, 1200, 900});
    EXPECT_EQ(test::count_of(list, "from head 1"), 1U);
    EXPECT_EQ(test::count_of(list, "head 1"), 0U) << "which would be taken for that head's own number";
}

TEST(Product, OfAllHeadsWeightsHasRowsForAllOfThemWhereTokensAreColumns) {
    Shown shown = Shown::preset("eight-heads");
    const Box area{30, 40, 650, 400};
    const DisplayList list = shown.columns().at(ArrayId::Y).draw(PictureId::product, area);
    EXPECT_LE(bounds(list, typesetter()).bottom(), area.bottom() + 1);
}

} // namespace
} // namespace attn
