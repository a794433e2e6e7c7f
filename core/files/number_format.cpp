#include "core/files/number_format.h"

#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace attn {

namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

struct TypeRow {
    std::string_view name;
    std::size_t size;
};

// In the order of DataType.
constexpr std::array<TypeRow, 13> types{{{"bool", 1},
                                         {"int8", 1},
                                         {"int16", 2},
                                         {"int32", 4},
                                         {"int64", 8},
                                         {"uint8", 1},
                                         {"uint16", 2},
                                         {"uint32", 4},
                                         {"uint64", 8},
                                         {"float16", 2},
                                         {"bfloat16", 2},
                                         {"float32", 4},
                                         {"float64", 8}}};

template <class Stored>
Stored load(const std::byte* address, ByteOrder order) {
    std::array<std::byte, sizeof(Stored)> raw{};
    std::memcpy(raw.data(), address, raw.size());
    if (order == ByteOrder::big)
        std::ranges::reverse(raw);
    return std::bit_cast<Stored>(raw);
}

template <class Stored, class Convert>
std::vector<float> converted(std::span<const std::byte> bytes, ByteOrder order, Convert convert) {
    std::vector<float> values(bytes.size() / sizeof(Stored));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = convert(load<Stored>(bytes.data() + i * sizeof(Stored), order));
    return values;
}

template <class Stored>
std::vector<float> cast(std::span<const std::byte> bytes, ByteOrder order) {
    return converted<Stored>(bytes, order, [](Stored value) { return static_cast<float>(value); });
}

std::vector<float> decoded(std::span<const std::byte> bytes, DataType type, ByteOrder order) {
    switch (type) {
    case DataType::boolean:
        return converted<std::uint8_t>(bytes, order, [](std::uint8_t value) { return value == 0 ? 0.0F : 1.0F; });
    case DataType::int8:
        return cast<std::int8_t>(bytes, order);
    case DataType::int16:
        return cast<std::int16_t>(bytes, order);
    case DataType::int32:
        return cast<std::int32_t>(bytes, order);
    case DataType::int64:
        return cast<std::int64_t>(bytes, order);
    case DataType::uint8:
        return cast<std::uint8_t>(bytes, order);
    case DataType::uint16:
        return cast<std::uint16_t>(bytes, order);
    case DataType::uint32:
        return cast<std::uint32_t>(bytes, order);
    case DataType::uint64:
        return cast<std::uint64_t>(bytes, order);
    case DataType::float16:
        return converted<std::uint16_t>(bytes, order, from_float16);
    case DataType::bfloat16:
        return converted<std::uint16_t>(bytes, order, from_bfloat16);
    case DataType::float32:
        return cast<float>(bytes, order);
    case DataType::float64:
        return cast<double>(bytes, order); // IEEE 754: too large becomes infinite
    }
    assert(false);
    return {};
}

bool lies_as_floats(std::span<const std::byte> bytes) {
    return reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(float) == 0;
}

} // namespace

std::size_t byte_size(DataType type) {
    return types[static_cast<std::size_t>(type)].size;
}

std::string_view data_type_name(DataType type) {
    return types[static_cast<std::size_t>(type)].name;
}

float from_float16(std::uint16_t bits) {
    const std::uint32_t sign = (bits & 0x8000U) << 16;
    const std::uint32_t exponent = bits >> 10 & 0x1FU;
    const std::uint32_t fraction = bits & 0x3FFU;
    if (exponent == 0) {
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return sign == 0 ? magnitude : -magnitude;
    }
    // Infinity and NaN keep the largest exponent; for the rest the bias goes from 15 to 127.
    const std::uint32_t widened = exponent == 0x1F ? 0xFF : exponent + (127 - 15);
    return std::bit_cast<float>(sign | widened << 23 | fraction << 13);
}

float from_bfloat16(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

namespace {

/// Returns the nearest half precision number, ties to even; nullopt for finite numbers beyond its range.
std::optional<std::uint16_t> to_float16(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000U);
    const auto magnitude = std::bit_cast<float>(bits & 0x7FFFFFFFU);
    if (value != value)
        return static_cast<std::uint16_t>(sign | 0x7E00U);
    if (magnitude == std::numeric_limits<float>::infinity())
        return static_cast<std::uint16_t>(sign | 0x7C00U);
    if (magnitude >= 65520.0F) // half way to the number behind the largest
        return std::nullopt;
    if (magnitude < 0x1p-14F) // subnormal numbers are multiples of 2^-24
        return static_cast<std::uint16_t>(sign | to_integer<std::uint32_t>(std::nearbyint(magnitude * 0x1p24F)));
    const std::uint32_t rebiased = (bits & 0x7FFFFFFFU) - ((127U - 15U) << 23);
    const std::uint32_t odd = rebiased >> 13 & 1U;
    return static_cast<std::uint16_t>(sign | (rebiased + 0xFFFU + odd) >> 13);
}

/// Returns the upper half of a float32, rounded to nearest, ties to even; nullopt for finite numbers beyond its range.
std::optional<std::uint16_t> to_bfloat16(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (value != value)
        return static_cast<std::uint16_t>(bits >> 16 | 0x40U);
    const std::uint32_t rounded = bits + 0x7FFFU + (bits >> 16 & 1U);
    const bool finite = (bits & 0x7F800000U) != 0x7F800000U;
    if (finite && (rounded & 0x7F800000U) == 0x7F800000U)
        return std::nullopt;
    return static_cast<std::uint16_t>(finite ? rounded >> 16 : bits >> 16);
}

template <class Stored>
void store(Stored value, ByteOrder order, std::span<std::byte> bytes) {
    auto raw = std::bit_cast<std::array<std::byte, sizeof(Stored)>>(value);
    if (order == ByteOrder::big)
        std::ranges::reverse(raw);
    std::ranges::copy(raw, bytes.begin());
}

} // namespace

bool encode_number(float value, DataType type, ByteOrder order, std::span<std::byte> bytes) {
    assert(bytes.size() == byte_size(type));
    if (type == DataType::float32) {
        store(value, order, bytes);
        return true;
    }
    if (type == DataType::float64) {
        store(static_cast<double>(value), order, bytes);
        return true;
    }
    const auto half = type == DataType::float16    ? to_float16(value)
                      : type == DataType::bfloat16 ? to_bfloat16(value)
                                                   : std::nullopt;
    if (half)
        store(*half, order, bytes);
    return half.has_value();
}

std::optional<Index> number_count(std::span<const Index> shape) {
    constexpr Index most = std::numeric_limits<Index>::max() / 8;
    Index product = 1; // product of the axes other than 0, so that every partial product fits, too
    bool empty = false;
    for (const Index axis : shape) {
        if (axis < 0 || (axis > 0 && product > most / axis))
            return std::nullopt;
        if (axis == 0)
            empty = true;
        else
            product *= axis;
    }
    return empty ? 0 : product;
}

Numbers decode_numbers(Bytes bytes, DataType type, ByteOrder order) {
    assert(bytes.view.size() % byte_size(type) == 0);
    if (type == DataType::float32 && order == ByteOrder::little && lies_as_floats(bytes.view) && !bytes.view.empty())
        return {std::move(bytes.owner),
                {reinterpret_cast<const float*>(bytes.view.data()), bytes.view.size() / sizeof(float)}};
    const auto values = std::make_shared<const std::vector<float>>(decoded(bytes.view, type, order));
    return {values, *values};
}

} // namespace attn
