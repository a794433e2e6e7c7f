#include "core/files/utf8.h"

#include <gtest/gtest.h>

namespace attn {

TEST(Utf8, EveryLetterReadsBack) {
    for (const char32_t code : {U'\1', U'a', U'\x7F', U'\x80', U'\u07FF', U'\u0800', U'\uD7FF', U'\uE000', U'\uFFFD',
                                U'\U00010000', U'\U0010FFFF'}) {
        std::string text;
        append_letter(text, code);
        EXPECT_EQ(first_letter(text).code, code);
        EXPECT_EQ(first_letter(text).bytes, text.size());
        EXPECT_TRUE(is_utf8(text));
        EXPECT_EQ(letter_end(text, 0), text.size());
        EXPECT_EQ(letter_begin(text, text.size() - 1), 0U);
        EXPECT_EQ(letter_count(text), 1U);
        EXPECT_FALSE(is_utf8(text.substr(0, text.size() - 1)) && text.size() > 1) << "cut";
    }
}

TEST(Utf8, OverlongFormsHalvesOfPairsAndLonelyBytesAreReplaced) {
    EXPECT_EQ(valid_utf8("a\xC0\x80z"), "a\uFFFD\uFFFDz");
    EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(valid_utf8("\xE2\x82"), "\uFFFD\uFFFD");
    EXPECT_EQ(valid_utf8("\xEF\xBF\xBF"), "\uFFFD");
    EXPECT_EQ(valid_utf8(std::string_view("\0ü", 3)), "\uFFFDü");
}

} // namespace attn
