#include "core/figure/least_length.h"

#include <cmath>
#include <gtest/gtest.h>
#include <optional>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

TEST(LeastLength, TakesFewTriesWhereTheNeedIsSaidExactly) {
    int tries = 0;
    const float least = least_length(8, [&](Index tenths) {
        ++tries;
        return tenths < 167 ? std::optional<Index>(167) : std::nullopt;
    });
    EXPECT_FLOAT_EQ(least, 16.7F);
    EXPECT_LE(tries, 3);
}

RC_GTEST_PROP(LeastLength, IsEnoughAndATenthLessIsNot, ()) {
    const auto enough = *rc::gen::inRange<Index>(50, 400);
    const auto more = *rc::gen::inRange<Index>(0, 60); // the claimed length differs from `enough` by more − less
    const auto less = *rc::gen::inRange<Index>(0, 30);
    const float least = least_length(
        4, [&](Index tenths) { return tenths < enough ? std::optional<Index>(enough + more - less) : std::nullopt; });
    RC_ASSERT(std::abs(least * 10 - static_cast<float>(enough)) < 0.01F);
}

} // namespace
} // namespace attn
