#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// A hash of the bytes in 32 hexadecimal digits; different contents do not share one by accident. It detects damage and
/// names contents, but does not resist attackers who look for two contents with one hash. (XXH3, 128 bits, by Yann
/// Collet)
std::string content_hash(std::span<const std::byte> bytes);

/// True if the hash is that of the bytes, now or in earlier versions, which used another hash.
bool has_content_hash(std::span<const std::byte> bytes, std::string_view hash);

/// True if the text has the form of a hash.
bool is_content_hash(std::string_view text);

/// CRC-32 as in zip files, of `bytes` behind other bytes whose checksum is `before`.
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before = 0);

} // namespace attn
