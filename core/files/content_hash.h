#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// 32 hexadecimal digits that stand for these bytes: two contents with one hash are not met by accident. It tells what
/// is damaged and names what is alike; it does not withstand somebody who looks for two such contents.
/// (XXH3, 128 bits, by Yann Collet)
std::string content_hash(std::span<const std::byte> bytes);

/// Whether the hash is that of these bytes, or was in earlier versions, which had another.
bool has_content_hash(std::span<const std::byte> bytes, std::string_view hash);

/// Whether a text could be such a hash.
bool is_content_hash(std::string_view text);

/// CRC-32 as zip files have it, of `bytes` behind others whose checksum is `before`.
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before = 0);

} // namespace attn
