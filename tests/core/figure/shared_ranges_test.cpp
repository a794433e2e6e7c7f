#include "core/figure/shared_ranges.h"

#include <array>
#include <gtest/gtest.h>

// The matrices of a picture that share one range of colours.

namespace attn {
namespace {

Range of_signed(float largest) {
    return {-largest, largest, -largest, largest, RangeSource::this_matrix};
}

TEST(SharedRanges, OfNumbersOfComparableSizeAreOne) {
    Range large = of_signed(2);
    Range small = of_signed(1);
    join_comparable(std::array{&small, &large});
    EXPECT_EQ(small.high, 2);
    EXPECT_EQ(large.high, 2);
}

TEST(SharedRanges, OfNumbersThatWouldBeColourlessBesideLargerOnesAreTheirOwn) {
    Range large = of_signed(2);
    Range small = of_signed(0.1F);
    join_comparable(std::array{&small, &large});
    EXPECT_EQ(small.high, 0.1F);
    EXPECT_EQ(large.high, 2);
}

TEST(SharedRanges, OfWhatIsRoundingBesideLargerNumbersLeavesItColourless) {
    Range large = of_signed(2);
    Range rounding = of_signed(3e-7F);
    join_comparable(std::array{&rounding, &large});
    EXPECT_EQ(rounding.high, 2);
}

} // namespace
} // namespace attn
