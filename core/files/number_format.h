#pragma once

#include "core/tensor/matrix.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace attn {

/// The type of a number in a file.
enum class DataType : std::uint8_t {
    boolean,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float16,
    bfloat16,
    float32,
    float64
};

enum class ByteOrder : std::uint8_t { little, big };

/// Bytes, with an owner that keeps their memory alive.
struct Bytes {
    std::shared_ptr<const void> owner;
    std::span<const std::byte> view;
};

/// float32 numbers, with an owner that keeps their memory alive.
struct Numbers {
    std::shared_ptr<const void> owner;
    std::span<const float> view;
};

/// Returns the number of bytes of one number.
std::size_t byte_size(DataType type);

/// Returns NumPy's name of the type: "float32", "bool".
std::string_view data_type_name(DataType type);

/// Converts IEEE 754 half precision; exact, with subnormals, infinities and NaN.
float from_float16(std::uint16_t bits);

/// Converts the upper half of a float32; exact.
float from_bfloat16(std::uint16_t bits);

/// Writes one floating-point number, rounded to nearest (ties to even), into byte_size(type) bytes. Returns false, and
/// writes nothing, if a finite number is too large for the type or the type is no float.
bool encode_number(float value, DataType type, ByteOrder order, std::span<std::byte> bytes);

/// Returns the product of the axes; nullopt if an axis is negative, or if the product of the axes other than 0 times
/// eight bytes would overflow.
std::optional<Index> number_count(std::span<const Index> shape);

/// Converts the numbers to float32. Numbers beyond its range become infinite; doubles and integers beyond 2^24 are
/// rounded; booleans become 0 or 1. Aligned little-endian float32 is not copied but shares the owner. The size of
/// `bytes` must be a multiple of the number's size.
Numbers decode_numbers(Bytes bytes, DataType type, ByteOrder order);

} // namespace attn
