#include "core/io/checksum.h"

#include <array>

namespace attn {

namespace {

// Eight bytes at a time: row n holds the remainder of each byte with n zero bytes behind it.
using Table = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Table remainders() {
    constexpr std::uint32_t polynomial = 0xEDB88320; // reflected
    Table table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t remainder = byte;
        for (int bit = 0; bit < 8; ++bit)
            remainder = (remainder >> 1) ^ ((remainder & 1U) != 0 ? polynomial : 0);
        table[0][byte] = remainder;
    }
    for (std::size_t row = 1; row < table.size(); ++row)
        for (std::size_t byte = 0; byte < 256; ++byte)
            table[row][byte] = (table[row - 1][byte] >> 8) ^ table[0][table[row - 1][byte] & 0xFFU];
    return table;
}

constexpr Table table = remainders();

constexpr std::uint32_t byte_at(std::span<const std::byte> bytes, std::size_t i) {
    return std::to_integer<std::uint32_t>(bytes[i]);
}

} // namespace

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before) {
    std::uint32_t remainder = ~before;
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
        const std::uint32_t next = remainder ^ (byte_at(bytes, 0) | byte_at(bytes, 1) << 8 | byte_at(bytes, 2) << 16 |
                                                byte_at(bytes, 3) << 24);
        remainder = table[7][next & 0xFFU] ^ table[6][next >> 8 & 0xFFU] ^ table[5][next >> 16 & 0xFFU] ^
                    table[4][next >> 24] ^ table[3][byte_at(bytes, 4)] ^ table[2][byte_at(bytes, 5)] ^
                    table[1][byte_at(bytes, 6)] ^ table[0][byte_at(bytes, 7)];
    }
    for (const std::byte byte : bytes)
        remainder = (remainder >> 8) ^ table[0][(remainder ^ std::to_integer<std::uint32_t>(byte)) & 0xFFU];
    return ~remainder;
}

} // namespace attn
