#include "core/files/content_hash.h"

#include <gtest/gtest.h>
#include <set>
#include <span>
#include <string>

namespace attn {
namespace {

std::string hash_of(const std::string& text) {
    return content_hash(std::as_bytes(std::span(text)));
}

bool has_hash(const std::string& text, std::string_view hash) {
    return has_content_hash(std::as_bytes(std::span(text)), hash);
}

TEST(ContentHash, IsThatOfXXH3) {
    EXPECT_EQ(hash_of(""), "99aa06d3014798d86001c324468d497f"); // the authors' own value
    EXPECT_TRUE(has_hash("hello", hash_of("hello")));
    EXPECT_FALSE(has_hash("hellO", hash_of("hello")));
}

TEST(ContentHash, OfEarlierVersionsIsKnown) { // MurmurHash3
    EXPECT_TRUE(has_hash("", "00000000000000000000000000000000"));
    EXPECT_TRUE(has_hash("hello", "cbd8a7b341bd9b025b1e906a48ae1d19"));
    EXPECT_TRUE(has_hash("The quick brown fox jumps over the lazy dog", "e34bbc7bbc071b6c7a433ca9c49a9347"));
    EXPECT_FALSE(has_hash("hellO", "cbd8a7b341bd9b025b1e906a48ae1d19"));
}

TEST(ContentHash, DiffersWithEveryBitAndLength) {
    std::set<std::string> hashes;
    for (std::size_t length = 0; length < 40; ++length) {
        std::string text(length, '\0');
        EXPECT_TRUE(hashes.insert(hash_of(text)).second);
        for (std::size_t bit = 0; bit < 8 * length; ++bit) {
            text[bit / 8] = static_cast<char>(1U << bit % 8);
            EXPECT_TRUE(hashes.insert(hash_of(text)).second) << length << ' ' << bit;
            text[bit / 8] = '\0';
        }
    }
}

TEST(ContentHash, IsRecognisedAsOne) {
    EXPECT_TRUE(is_content_hash(hash_of("hello")));
    EXPECT_FALSE(is_content_hash(""));
    EXPECT_FALSE(is_content_hash("../../../../../../../etc/passwd0"));
    EXPECT_FALSE(is_content_hash(hash_of("hello") + "0"));
}

} // namespace
} // namespace attn
