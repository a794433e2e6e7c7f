#include "tests/core/figure/vision.h"

#include "core/figure/colour_map.h"

#include <gtest/gtest.h>
#include <utility>

namespace attn {
namespace {

constexpr std::array deficient{Vision::deuteranopia, Vision::protanopia, Vision::tritanopia};
constexpr std::array looks{Look::light, Look::dark};

float difference_seen(Colour a, Colour b, Vision vision) {
    return difference(as_seen(a, vision), as_seen(b, vision));
}

TEST(Vision, ThatIsTypicalChangesNothing) {
    for (const Colour colour : {rgb(0x123456), rgb(0xff0000), faded(rgb(0x00ff00), 0.3F)})
        EXPECT_EQ(as_seen(colour, Vision::typical), colour);
}

TEST(Vision, LeavesGreysAndOpacityAsTheyAre) {
    for (const Vision vision : deficient)
        for (unsigned level = 0; level < 256; ++level) {
            Colour grey = rgb(level << 16U | level << 8U | level);
            grey.a = static_cast<std::uint8_t>(level);
            const Colour seen = as_seen(grey, vision);
            EXPECT_NEAR(seen.r, grey.r, 1);
            EXPECT_NEAR(seen.g, grey.g, 1);
            EXPECT_NEAR(seen.b, grey.b, 1);
            EXPECT_EQ(seen.a, grey.a);
        }
}

TEST(Vision, WithoutRedOrGreenConesTakesRedAndGreenForEachOther) {
    constexpr Colour red = rgb(0xd05a3a);
    constexpr Colour green_for_protanopia = rgb(0x717428);
    constexpr Colour green_for_deuteranopia = rgb(0x7d8a2f);
    for (const auto& [vision, green] :
         {std::pair{Vision::protanopia, green_for_protanopia}, {Vision::deuteranopia, green_for_deuteranopia}}) {
        EXPECT_LT(difference_seen(red, green, vision), difference(red, green) / 5);
        EXPECT_GT(difference_seen(red, green, Vision::tritanopia), difference(red, green) / 2);
    }
}

TEST(Vision, WithoutBlueConesTakesBlueAndGreenForEachOther) {
    const Colour blue = rgb(0x4a90c2);
    const Colour green = rgb(0x4a9a8c);
    EXPECT_LT(difference_seen(blue, green, Vision::tritanopia), difference(blue, green) / 3);
}

// The tests below prove that our colours are safe.

TEST(ColourMap, TellsItsEndsApartToAllEyes) {
    constexpr float plainly = 0.3F; // part of the difference between black and white
    for (const Vision vision : deficient)
        for (const Look look : looks)
            for (const Palette palette : {Palette::diverging, Palette::attention, Palette::grey}) {
                const ColourMap& map = colour_map(palette, look);
                // Grey tells a number's distance from zero; its sign is written.
                const float low = palette == Palette::grey ? 0.5F : 0;
                const float apart = difference_seen(map.at_share(low), map.at_share(1), vision);
                EXPECT_GT(apart, palette == Palette::diverging ? 0.12F : plainly)
                    << static_cast<int>(vision) << static_cast<int>(look) << static_cast<int>(palette) << ' ' << apart;
            }
}

TEST(ColourMap, TellsBothSignsFromZeroToAllEyes) {
    for (const Vision vision : deficient)
        for (const Look look : looks) {
            const ColourMap& map = colour_map(Palette::diverging, look);
            EXPECT_GT(difference_seen(map.at_share(0), map.at_share(0.5F), vision), 0.25F);
            EXPECT_GT(difference_seen(map.at_share(1), map.at_share(0.5F), vision), 0.25F);
        }
}

TEST(ColourMap, TellsEqualMagnitudesOfEitherSignApartToAllEyes) {
    for (const Vision vision : deficient)
        for (const Look look : looks) {
            const ColourMap& map = colour_map(Palette::diverging, look);
            for (const float away : {0.2F, 0.3F, 0.4F, 0.5F})
                EXPECT_GT(difference_seen(map.at_share(0.5F - away), map.at_share(0.5F + away), vision), 0.2F * away)
                    << static_cast<int>(vision) << ' ' << away;
        }
}

TEST(ColourMap, GrowsEvenlyForSharesToAllEyes) {
    for (const Vision vision : deficient)
        for (const Look look : looks) {
            const ColourMap& map = colour_map(Palette::attention, look);
            for (int i = 0; i < 10; ++i) {
                const float share = static_cast<float>(i) / 10;
                EXPECT_GT(difference_seen(map.at_share(share), map.at_share(share + 0.1F), vision), 0.02F);
            }
        }
}

TEST(Theme, TellsHeadsApartToAllEyes) {
    for (const Vision vision : deficient)
        for (const Look look : looks)
            for (std::ptrdiff_t head = 0; head < 8; ++head) {
                const auto apart_from = [&](std::ptrdiff_t other) {
                    return difference_seen(head_colour(theme(look), head), head_colour(theme(look), other), vision);
                };
                EXPECT_GT(apart_from(head + 1), 0.07F) << "neighbours, from head " << head + 1;
                for (std::ptrdiff_t other = 0; other < 4; ++other)
                    if (head < 4 && head != other)
                        EXPECT_GT(apart_from(other), 0.07F) << "few heads: " << head + 1 << " and " << other + 1;
            }
}

TEST(Theme, KeepsTextReadableToAllEyes) {
    for (const Vision vision : deficient)
        for (const Look look : looks) {
            const Theme& colours = theme(look);
            for (const Colour ground : {colours.background, colours.panel}) {
                EXPECT_GT(contrast(as_seen(colours.ink, vision), as_seen(ground, vision)), 12);
                EXPECT_GT(contrast(as_seen(colours.dim, vision), as_seen(ground, vision)), 4.5F);
            }
        }
}

} // namespace
} // namespace attn
