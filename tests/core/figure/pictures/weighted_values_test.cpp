#include "tests/core/figure/pictures/shown.h"

#include <algorithm>
#include <limits>
#include <variant>

// One row of a head's output, mixed from the values.

namespace attn {
namespace {

using test::place_of;
using test::says;
using test::Shown;

/// The opacity of the ground over the key's row of V: that of the last rectangle without a target over the cell.
float strength_of(const DisplayList& list, const std::string& cell) {
    const auto place = place_of(list, cell);
    EXPECT_TRUE(place) << cell;
    float strength = -1;
    for (const Item& item : list.items) {
        const auto* cover = std::get_if<Rectangle>(&item.shape());
        if (cover != nullptr && item.target == Target{} && !cover->stroke.visible() && place &&
            cover->box.contains(place->centre()) && cover->box.width > place->width)
            strength = 1 - static_cast<float>(cover->fill.a) / 255;
    }
    return strength;
}

TEST(Values, EachRowIsAsOpaqueAsItsShare) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::O).draw(PictureId::values);
    const Matrix A = shown.trace().matrix({0, ArrayId::A, 0, 0});
    EXPECT_NEAR(strength_of(list, "V/1[1,1]"), A(0, 0), 0.005);
    EXPECT_NEAR(strength_of(list, "V/1[2,1]"), A(0, 1), 0.005);
    EXPECT_NEAR(strength_of(list, "V/1[3,2]"), A(0, 2), 0.005);
}

TEST(Values, WritesSharesAndTheSumOfTheProducts) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::O, 0, 0, 0).draw(PictureId::values);
    for (const std::string cell : {"A/1[1,1]", "A/1[1,3]", "V/1[3,2]", "O/1[1,1]", "O/1[1,2]"})
        EXPECT_TRUE(place_of(list, cell)) << cell;
    EXPECT_FALSE(place_of(list, "A/1[2,1]"));
    EXPECT_TRUE(says(list, "Σ ="));
    EXPECT_TRUE(says(list, "tea₁ takes most from tea₁: 67 % of its values."));
}

bool has_number_in(const DisplayList& list, const std::string& cell) {
    const auto place = place_of(list, cell);
    return std::ranges::any_of(list.items, [&](const Item& item) {
        const auto* const text = std::get_if<Text>(&item.shape());
        return text != nullptr && place && place->contains(text->position);
    });
}

TEST(Values, NumbersOfVHaveRoomBeforeTheProductsHave) {
    Shown shown = Shown::preset("by-hand");
    shown.at(ArrayId::O, 0, 0, 0);
    bool came = false;
    for (float width = 340; width < 800; width += 10) {
        const DisplayList list = shown.draw(PictureId::values, {0, 0, width, 582});
        const bool has_numbers = has_number_in(list, "V/1[1,1]");
        const bool has_products = says(list, "Σ =");
        EXPECT_TRUE(!has_products || has_numbers) << width;
        came = came || has_numbers;
        EXPECT_EQ(has_numbers, came) << "numbers that a narrower picture has, " << width;
    }
    EXPECT_TRUE(came);
}

TEST(Values, ComeLargestShareFirstWhileTheyAreComputed) {
    Shown shown = Shown::preset("by-hand");
    shown.at(ArrayId::O);
    shown.view_state().reveal = Reveal{.terms = 1};
    const DisplayList one = shown.draw(PictureId::values);
    // tea₁ reads with .665, .090 and .245.
    EXPECT_NEAR(strength_of(one, "V/1[1,1]"), 0.665, 0.01);
    EXPECT_EQ(strength_of(one, "V/1[2,1]"), 0);
    EXPECT_EQ(strength_of(one, "V/1[3,1]"), 0);
    shown.view_state().reveal = Reveal{.terms = 2};
    EXPECT_NEAR(strength_of(shown.draw(PictureId::values), "V/1[3,1]"), 0.245, 0.01);
}

TEST(Values, OfAMaskedKeyAreNotHandedOver) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) { layer.mask.causal = true; });
    const DisplayList list = shown.at(ArrayId::O, 0, 0).draw(PictureId::values);
    EXPECT_EQ(strength_of(list, "V/1[2,1]"), 0);
    EXPECT_EQ(strength_of(list, "V/1[1,1]"), 1);
}

TEST(Values, OfARowThatMayReadNothingAreZeros) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) {
        constexpr float hidden = -std::numeric_limits<float>::infinity();
        layer.mask.painted = Matrix::from_rows({{hidden, hidden, hidden}, {0, 0, 0}, {0, 0, 0}});
    });
    EXPECT_TRUE(says(shown.at(ArrayId::O).draw(PictureId::values), "tea₁ may read nothing: it takes zeros home."));
}

TEST(Values, StandInColumnsWhereTokensDo) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.columns().at(ArrayId::O).draw(PictureId::values);
    const Box first = *place_of(list, "V/1[1,1]");
    EXPECT_GT(place_of(list, "V/1[2,1]")->x, first.x);
    EXPECT_EQ(place_of(list, "V/1[2,1]")->y, first.y);
    EXPECT_GT(place_of(list, "O/1[1,2]")->y, place_of(list, "O/1[1,1]")->y);
    EXPECT_TRUE(says(list, "Each column of V"));
}

TEST(Values, OfAHeadThatIsOffSaySo) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) { layer.heads.front().on = false; });
    EXPECT_TRUE(says(shown.at(ArrayId::O).draw(PictureId::values), "This head is off"));
}

TEST(Values, SayThatAPinStandsInsteadOfTheSum) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) { layer.pins[{0, ArrayId::O, 0, 0, 0, 1}] = 7; });
    EXPECT_TRUE(says(shown.at(ArrayId::O).draw(PictureId::values), "A pin stands in O⁽¹⁾ instead of the sum."));
}

TEST(Values, SayWhoseColoursTheBarHas) {
    Shown shown = Shown::preset("by-hand");
    EXPECT_TRUE(says(shown.at(ArrayId::O).draw(PictureId::values), "values"));
}

TEST(Values, NameAllOfWhomMostIsTaken) {
    Shown shown = Shown::json("{'version': 1, 'seed': 7, 'tokens': ['tea', 'is', 'hot', 'tea'], 'sizes': {'d_model': "
                              "16, 'heads': 8}}"); // without positions both teas have the same weight
    EXPECT_TRUE(says(shown.at(ArrayId::O).draw(PictureId::values),
                     "tea₁ takes most from tea₁ and tea₄: 36 % of the values of each."));
}

TEST(Values, NameAllWhoseSharesAreWrittenAlike) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 1}}");
    const auto said = [&](float first, float second) {
        shown.with([&](Layer& layer) {
            const std::initializer_list<float> row{first, second, 1 - first - second};
            layer.given[{0, ArrayId::A, 0, 0}] = Matrix::from_rows({row, row, row});
        });
        return shown.at(ArrayId::O).draw(PictureId::values);
    };
    EXPECT_TRUE(says(said(0.361F, 0.358F), "a₁ takes most from a₁ and b₂: 36 % of the values of each."));
    EXPECT_TRUE(says(said(0.365F, 0.364F), "a₁ takes most from a₁: 37 % of its values."));
}

} // namespace
} // namespace attn
