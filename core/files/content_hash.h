#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// Returns a hash of the bytes in 32 hexadecimal digits; different contents do not have the same hash by accident. It
/// detects damage and identifies contents, but does not resist attackers who search for two contents with one hash.
/// (XXH3, 128 bits, by Yann Collet)
std::string content_hash(std::span<const std::byte> bytes);

/// True if `hash` is a hash of the bytes, computed by this version or by earlier ones, which used another function.
bool has_content_hash(std::span<const std::byte> bytes, std::string_view hash);

/// True if the text has the form of a hash.
bool is_content_hash(std::string_view text);

/// Returns the CRC-32, as in zip files, of `bytes` appended to other bytes whose checksum is `before`.
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before = 0);

} // namespace attn
