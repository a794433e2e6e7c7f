#include "core/tensor/to_integer.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

TEST(ToInteger, CutsTheFractionOff) {
    static_assert(to_integer<int>(2.9F) == 2);
    static_assert(to_integer<int>(-2.9) == -2);
    static_assert(to_integer<std::uint8_t>(-0.9F) == 0);
    EXPECT_EQ(rounded_to<int>(2.5F), 3);
    EXPECT_EQ(rounded_to<int>(-2.5), -3);
}

TEST(ToInteger, IsTheNearestEndOfWhatLiesBeyond) {
    static_assert(to_integer<std::int64_t>(1e30F) == std::numeric_limits<std::int64_t>::max());
    static_assert(to_integer<std::int64_t>(0x1p63F) == std::numeric_limits<std::int64_t>::max());
    static_assert(to_integer<std::int64_t>(-0x1p63F) == std::numeric_limits<std::int64_t>::min());
    static_assert(to_integer<std::int64_t>(0x1.fffffep62F) == 0x7fffff8000000000);
    static_assert(to_integer<std::uint64_t>(0x1p64) == std::numeric_limits<std::uint64_t>::max());
    static_assert(to_integer<std::int32_t>(2147483647.5) == 2147483647);
    static_assert(to_integer<std::uint8_t>(255.5F) == 255);
    static_assert(to_integer<std::uint8_t>(-3.0F) == 0);
    static_assert(to_integer<int>(infinity) == std::numeric_limits<int>::max());
    static_assert(to_integer<int>(-infinity) == std::numeric_limits<int>::min());
    static_assert(to_integer<int>(not_a_number) == 0);
}

RC_GTEST_PROP(ToInteger, IsACastWhereACastIsDefined, (std::int32_t number)) {
    RC_ASSERT(to_integer<std::int32_t>(static_cast<double>(number)) == number);
    RC_ASSERT(to_integer<std::int64_t>(static_cast<float>(number)) ==
              static_cast<std::int64_t>(static_cast<float>(number)));
}

} // namespace
} // namespace attn
