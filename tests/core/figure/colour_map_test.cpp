#include "core/figure/colour_map.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

constexpr float infinity_of_colour_maps = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(ColourMap, DivergingEndsAndZeroAreTheThemesColours) {
    for (const Look look : {Look::light, Look::dark}) {
        const ColourMap& map = colour_map(Palette::diverging, look);
        const Range range{.low = -3, .high = 3};
        EXPECT_EQ(map.at(-3, range), theme(look).negative);
        EXPECT_EQ(map.at(0, range), theme(look).zero);
        EXPECT_EQ(map.at(3, range), theme(look).positive);
    }
}

TEST(ColourMap, NumbersBeyondTheRangeTakeTheColourOfTheNearerEnd) {
    const ColourMap& map = colour_map(Palette::attention, Look::light);
    const Range range{.low = 0, .high = 1};
    EXPECT_EQ(map.at(7, range), theme(Look::light).attention_high);
    EXPECT_EQ(map.at(-7, range), theme(Look::light).attention_low);
}

TEST(ColourMap, NumbersThatAreNoneDifferFromAllColoursOfTheMap) {
    const Range range{.low = -1, .high = 1};
    for (const Look look : {Look::light, Look::dark}) {
        const ColourMap& map = colour_map(Palette::diverging, look);
        for (const float value : {nan, infinity_of_colour_maps, -infinity_of_colour_maps})
            for (float share = 0; share <= 1; share += 0.001F)
                ASSERT_NE(map.at(value, range), map.at_share(share));
    }
}

TEST(ColourMap, NeighbouringSharesDifferByAStepThatNobodySees) {
    for (const Palette palette : {Palette::diverging, Palette::attention, Palette::grey, Palette::grey_attention}) {
        const ColourMap& map = colour_map(palette, Look::light);
        for (int i = 0; i < 1024; ++i) {
            const Colour a = map.at_share(static_cast<float>(i) / 1024);
            const Colour b = map.at_share(static_cast<float>(i + 1) / 1024);
            ASSERT_LE(std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b), 6);
        }
    }
}

TEST(ColourMap, SharesOfAttentionGrowDarkerOnLightAndLighterOnDark) {
    float before_light = 2;
    float before_dark = -1;
    for (int i = 0; i <= 16; ++i) {
        const float share = static_cast<float>(i) / 16;
        const float light = luminance(colour_map(Palette::attention, Look::light).at_share(share));
        const float dark = luminance(colour_map(Palette::attention, Look::dark).at_share(share));
        EXPECT_LT(light, before_light);
        EXPECT_GT(dark, before_dark);
        before_light = light;
        before_dark = dark;
    }
}

TEST(ColourMap, NumbersAreReadableOnEveryColour) {
    for (const Palette palette : {Palette::diverging, Palette::attention, Palette::grey})
        for (const Look look : {Look::light, Look::dark})
            for (float share = 0; share <= 1; share += 0.01F) {
                const Colour ground = colour_map(palette, look).at_share(share);
                ASSERT_GE(contrast(ground, ink_on(ground)), 4.0F);
            }
}

TEST(Range, OfSignedDataIsSymmetricAndKeepsTheTrueEnds) {
    const Range range = range_of(Matrix::from_rows({{-1, 2}, {3.79F, nan}}), Palette::diverging);
    EXPECT_EQ(range.low, -3.79F);
    EXPECT_EQ(range.high, 3.79F);
    EXPECT_EQ(range.data_low, -1);
    EXPECT_EQ(range.data_high, 3.79F);
    EXPECT_EQ(range.source, RangeSource::this_matrix);
}

TEST(Range, IgnoresInfinitiesAndMaskedCells) {
    const Matrix values = Matrix::from_rows({{1, 99}, {-infinity_of_colour_maps, -2}});
    const Matrix mask = Matrix::from_rows({{0, -infinity_of_colour_maps}, {0, 0}});
    EXPECT_EQ(range_of(values, Palette::diverging, mask).high, 2);
}

TEST(Range, OfSharesIsNoughtToOneAndWidensForAPinnedCell) {
    EXPECT_EQ(range_of(Matrix::from_rows({{0.25F, 0.5F}}), Palette::attention).high, 1);
    EXPECT_EQ(range_of(Matrix::from_rows({{0.25F, 3}}), Palette::attention).high, 3);
}

TEST(Range, OfAStageSpansItsHeads) {
    const Matrix first = Matrix::from_rows({{1}});
    const Matrix second = Matrix::from_rows({{-5}});
    const std::array<ConstView, 2> heads{first.view(), second.view()};
    const Range range = range_of(heads, Palette::diverging);
    EXPECT_EQ(range.high, 5);
    EXPECT_EQ(range.data_high, 1);
    EXPECT_EQ(range.source, RangeSource::this_stage);
}

TEST(Range, OfNothingButZerosStillHasWidth) {
    const Range range = range_of(Matrix::zeros(2, 2), Palette::diverging);
    EXPECT_LT(range.low, range.high);
    EXPECT_EQ(colour_map(Palette::diverging, Look::light).at(0, range), theme(Look::light).zero);
}

RC_GTEST_PROP(Colourise, AgreesWithTheMapCellByCell, ()) {
    const auto rows = *rc::gen::inRange<Index>(1, 6);
    const auto columns = *rc::gen::inRange<Index>(1, 6);
    const auto numbers =
        *rc::gen::container<std::vector<float>>(static_cast<std::size_t>(rows * columns), rc::gen::arbitrary<float>());
    const Matrix values = Matrix::adopt(numbers, rows, columns);
    const Range range = range_of(values, Palette::diverging);
    const ColourMap& map = colour_map(Palette::diverging, Look::light);
    std::vector<std::uint32_t> upright(numbers.size());
    std::vector<std::uint32_t> transposed(numbers.size());
    colourise(values, map, range, upright);
    colourise(values, map, range, transposed, {}, true);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j) {
            RC_ASSERT(upright[static_cast<std::size_t>(i * columns + j)] == packed(map.at(values(i, j), range)));
            RC_ASSERT(transposed[static_cast<std::size_t>(j * rows + i)] == packed(map.at(values(i, j), range)));
        }
}

TEST(Colourise, LargestFloatsDoNotOverflow) {
    constexpr float largest = std::numeric_limits<float>::max();
    const Matrix values = Matrix::from_rows({{-largest, 0, largest}});
    std::array<std::uint32_t, 3> pixels{};
    colourise(values, colour_map(Palette::diverging, Look::light), range_of(values, Palette::diverging), pixels);
    EXPECT_EQ(pixels[0], packed(theme(Look::light).negative));
    EXPECT_EQ(pixels[1], packed(theme(Look::light).zero));
    EXPECT_EQ(pixels[2], packed(theme(Look::light).positive));
}

TEST(Colourise, LeavesMaskedCellsTransparent) {
    const Matrix mask = Matrix::from_rows({{0, -infinity_of_colour_maps}});
    std::array<std::uint32_t, 2> pixels{};
    colourise(Matrix::from_rows({{1, 1}}), colour_map(Palette::diverging, Look::light), {}, pixels, mask);
    EXPECT_NE(pixels[0], 0U);
    EXPECT_EQ(pixels[1], 0U);
}

} // namespace
TEST(ColourMap, RangeWithInfiniteEndsStillHasAColour) {
    const ColourMap& map = colour_map(Palette::diverging, Look::light);
    const float infinity_of_colour_maps = std::numeric_limits<float>::infinity();
    EXPECT_EQ(map.at(1, {-infinity_of_colour_maps, infinity_of_colour_maps, -infinity_of_colour_maps,
                         infinity_of_colour_maps, RangeSource::fixed}),
              map.at_share(0.5F));
    EXPECT_EQ(map.at(1, {-std::numeric_limits<float>::quiet_NaN(), 1, 0, 1, RangeSource::fixed}), map.at_share(0.5F));
}

} // namespace attn
