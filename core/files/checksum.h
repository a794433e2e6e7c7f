#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace attn {

/// CRC-32 as zip files have it, of `bytes` behind others whose checksum is `before`.
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before = 0);

} // namespace attn
