#include "core/files/checksum.h"

#include <zlib.h>

namespace attn {

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before) {
    // Of nothing too there is a place: to zlib no place means the beginning, whatever stood before.
    static constexpr unsigned char nothing = 0;
    const auto* const from = bytes.empty() ? &nothing : reinterpret_cast<const unsigned char*>(bytes.data());
    return static_cast<std::uint32_t>(crc32_z(before, from, bytes.size()));
}

} // namespace attn
