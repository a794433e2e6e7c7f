#include "core/files/number_format.h"

#include <array>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace attn {

namespace {

/// The value of a float16 by its definition (IEEE 754): sign, 5 bits of exponent, 10 of fraction.
double half_by_definition(unsigned bits) {
    const int exponent = static_cast<int>(bits >> 10 & 31U);
    const double fraction = static_cast<double>(bits & 1023U) / 1024;
    const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
    if (exponent == 31)
        return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::nan("");
    return exponent == 0 ? sign * std::ldexp(fraction, -14) : sign * std::ldexp(1 + fraction, exponent - 15);
}

} // namespace

TEST(Float16, EveryPatternIsExact) {
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const float found = from_float16(static_cast<std::uint16_t>(bits));
        const double expected = half_by_definition(bits);
        if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(found)) << bits;
        } else {
            EXPECT_EQ(static_cast<double>(found), expected) << bits;
            EXPECT_EQ(std::signbit(found), std::signbit(expected)) << bits;
        }
    }
}

TEST(Bfloat16, EveryPatternIsTheUpperHalfOfAFloat) {
    for (unsigned bits = 0; bits < 65536; ++bits)
        EXPECT_EQ(std::bit_cast<std::uint32_t>(from_bfloat16(static_cast<std::uint16_t>(bits))), bits << 16);
}

TEST(NumberCount, IsTheProductAndOneForASingleNumber) {
    EXPECT_EQ(number_count(std::vector<Index>{}), 1);
    EXPECT_EQ(number_count(std::vector<Index>{2, 3, 4}), 24);
    EXPECT_EQ(number_count(std::vector<Index>{2, 0, 4}), 0);
}

TEST(NumberCount, RefusesWhatOverflowsEvenBehindAnEmptyAxis) {
    constexpr Index half = Index{1} << 32;
    EXPECT_FALSE(number_count(std::vector<Index>{half, half}));
    EXPECT_FALSE(number_count(std::vector<Index>{half, half, 4}));
    EXPECT_FALSE(number_count(std::vector<Index>{0, half, half}));
    EXPECT_FALSE(number_count(std::vector<Index>{half, half, 0}));
    EXPECT_FALSE(number_count(std::vector<Index>{-1}));
    EXPECT_FALSE(number_count(std::vector<Index>{-2, -3}));
    EXPECT_FALSE(number_count(std::vector<Index>{std::numeric_limits<Index>::max()}));
}

TEST(DecodeNumbers, SharesFloatsThatLieWellAndCopiesTheRest) {
    const auto floats = std::make_shared<const std::vector<float>>(std::vector<float>{1, 2, 3});
    const Bytes bytes{floats, std::as_bytes(std::span(*floats))};
    EXPECT_EQ(decode_numbers(bytes, DataType::float32, ByteOrder::little).view.data(), floats->data());

    const Bytes shifted{floats, bytes.view.subspan(1, 8)};
    const Numbers copied = decode_numbers(shifted, DataType::float32, ByteOrder::little);
    EXPECT_EQ(copied.view.size(), 2U);
    EXPECT_EQ(std::bit_cast<std::uintptr_t>(copied.view.data()) % alignof(float), 0U);
}

TEST(DecodeNumbers, DoublesBeyondFloatBecomeInfinite) {
    const std::vector<double> doubles{1e39, -1e39, 1e-60, 0.1};
    const Numbers numbers =
        decode_numbers({nullptr, std::as_bytes(std::span(doubles))}, DataType::float64, ByteOrder::little);
    EXPECT_EQ(numbers.view[0], std::numeric_limits<float>::infinity());
    EXPECT_EQ(numbers.view[1], -std::numeric_limits<float>::infinity());
    EXPECT_EQ(numbers.view[2], 0.0F);
    EXPECT_EQ(numbers.view[3], 0.1F);
}

TEST(EncodeNumber, WritesEveryHalfAsItWasRead) {
    for (const DataType type : {DataType::float16, DataType::bfloat16})
        for (unsigned bits = 0; bits < 65536; ++bits) {
            const float value = type == DataType::float16 ? from_float16(static_cast<std::uint16_t>(bits))
                                                          : from_bfloat16(static_cast<std::uint16_t>(bits));
            if (std::isnan(value))
                continue;
            std::array<std::byte, 2> bytes{};
            ASSERT_TRUE(encode_number(value, type, ByteOrder::little, bytes)) << bits;
            ASSERT_EQ(std::to_integer<unsigned>(bytes[0]) | std::to_integer<unsigned>(bytes[1]) << 8, bits);
        }
}

TEST(EncodeNumber, RoundsToTheNearestAndRefusesWhatIsTooLarge) {
    const auto half = [](float value) {
        std::array<std::byte, 2> bytes{};
        EXPECT_TRUE(encode_number(value, DataType::float16, ByteOrder::big, bytes)) << value;
        return from_float16(
            static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes[0]) << 8 | std::to_integer<unsigned>(bytes[1])));
    };
    EXPECT_EQ(half(2049), 2048); // ties to even
    EXPECT_EQ(half(2051), 2052);
    EXPECT_EQ(half(2049.5F), 2050);
    EXPECT_EQ(half(65519), 65504);
    EXPECT_EQ(half(0x1p-24F * 1.5F), 0x1p-23F);
    EXPECT_EQ(half(-0x1p-26F), 0);
    EXPECT_TRUE(std::isnan(half(std::nanf(""))));
    std::array<std::byte, 2> bytes{};
    EXPECT_FALSE(encode_number(65520, DataType::float16, ByteOrder::little, bytes));
    EXPECT_FALSE(encode_number(std::numeric_limits<float>::max(), DataType::bfloat16, ByteOrder::little, bytes));
    EXPECT_TRUE(encode_number(-std::numeric_limits<float>::infinity(), DataType::bfloat16, ByteOrder::little, bytes));
}

} // namespace attn
