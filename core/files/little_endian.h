#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace attn {

/// Returns the number in at most eight bytes, lowest byte first.
constexpr std::uint64_t little_endian(std::span<const std::byte> bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return value;
}

} // namespace attn
