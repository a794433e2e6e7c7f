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

/// How numbers are stored in a file.
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

/// Bytes that somebody keeps alive.
struct Bytes {
    std::shared_ptr<const void> owner;
    std::span<const std::byte> view;
};

/// float32 numbers that somebody keeps alive.
struct Numbers {
    std::shared_ptr<const void> owner;
    std::span<const float> view;
};

/// Bytes of one number.
std::size_t byte_size(DataType type);

/// NumPy's name: "float32", "bool".
std::string_view data_type_name(DataType type);

/// IEEE 754 half precision; exact, with subnormals, infinities and NaN.
float from_float16(std::uint16_t bits);

/// The upper half of a float32; exact.
float from_bfloat16(std::uint16_t bits);

/// Writes one number as floating point, rounded to nearest (ties to even), into as many bytes as it takes. Nothing is
/// written, and false returned, where a finite number is too large for the type, and where the type is no float.
bool encode_number(float value, DataType type, ByteOrder order, std::span<std::byte> bytes);

/// The product of the axes, or nothing when an axis is negative or the product, with empty axes counted as 1, does
/// not leave room for eight bytes each.
std::optional<Index> number_count(std::span<const Index> shape);

/// As float32: those beyond its range become infinite, integers beyond 2^24 and doubles are rounded, what is not
/// zero is true and becomes 1. Little-endian float32 at an address fit for it is not copied but shares the owner.
/// The bytes are a whole number of numbers.
Numbers decode_numbers(Bytes bytes, DataType type, ByteOrder order);

} // namespace attn
