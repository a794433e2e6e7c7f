#include "core/files/content_hash.h"

#include "core/files/little_endian.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fmt/format.h>
#include <xxhash.h>
#include <zlib.h>

namespace attn {

namespace {

constexpr std::size_t hash_block = 16; // bytes

/// The constants that mix the words of one of the hash's two lanes.
struct Lane {
    std::uint64_t first;
    std::uint64_t second;
    int rotation;

    std::uint64_t mixed(std::uint64_t word) const { return std::rotl(word * first, rotation) * second; }
};

constexpr std::uint64_t odd_one = 0x87C37B91114253D5;
constexpr std::uint64_t odd_two = 0x4CF5AD432745937F;
constexpr Lane low_lane{odd_one, odd_two, 31};
constexpr Lane high_lane{odd_two, odd_one, 33};

/// Mixes the word so that every bit influences every other.
std::uint64_t avalanche(std::uint64_t word) {
    word = (word ^ word >> 33U) * 0xFF51AFD7ED558CCD;
    word = (word ^ word >> 33U) * 0xC4CEB9FE1A85EC53;
    return word ^ word >> 33U;
}

/// Returns the hash by which earlier versions of the program protected journals. (MurmurHash3 x64 128 by Austin
/// Appleby, seed 0)
std::string former_content_hash(std::span<const std::byte> bytes) {
    const auto size = static_cast<std::uint64_t>(bytes.size());
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    for (; bytes.size() >= hash_block; bytes = bytes.subspan(hash_block)) {
        low ^= low_lane.mixed(little_endian(bytes.first(8)));
        low = (std::rotl(low, 27) + high) * 5 + 0x52DCE729;
        high ^= high_lane.mixed(little_endian(bytes.subspan(8, 8)));
        high = (std::rotl(high, 31) + low) * 5 + 0x38495AB5;
    }
    const std::size_t in_low = std::min<std::size_t>(bytes.size(), 8);
    high ^= high_lane.mixed(little_endian(bytes.subspan(in_low)));
    low ^= low_lane.mixed(little_endian(bytes.first(in_low)));
    low ^= size;
    high ^= size;
    low += high;
    high += low;
    low = avalanche(low);
    high = avalanche(high);
    low += high;
    high += low;
    return fmt::format("{:016x}{:016x}", low, high);
}

} // namespace

std::string content_hash(std::span<const std::byte> bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

bool has_content_hash(std::span<const std::byte> bytes, std::string_view hash) {
    return hash == content_hash(bytes) || hash == former_content_hash(bytes);
}

bool is_content_hash(std::string_view text) {
    return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before) {
    // zlib resets the checksum for a null pointer, so empty bytes get an address.
    static constexpr unsigned char nothing = 0;
    const auto* const from = bytes.empty() ? &nothing : reinterpret_cast<const unsigned char*>(bytes.data());
    return static_cast<std::uint32_t>(crc32_z(before, from, bytes.size()));
}

} // namespace attn
