#include "core/files/printable.h"

#include <gtest/gtest.h>

namespace attn {

TEST(Printable, LeavesEveryScriptAsItIs) {
    EXPECT_EQ(printable("naïve 数据 🙂 W_Q⁽²⁾"), "naïve 数据 🙂 W_Q⁽²⁾");
}

TEST(Printable, HidesWhatWouldBreakALineOrTurnIt) {
    EXPECT_EQ(printable("a\nb\rc\td\x1b[31m\x7f"), "a?b?c?d?[31m?");
    EXPECT_EQ(printable("a\u0085b\u2028c\u202Ed"), "a?b?c?d");
}

TEST(Printable, ReplacesWhatIsNoUtf8ByteByByte) {
    EXPECT_EQ(printable("\xFFok\xC0\xAF"), "?ok??");
    EXPECT_EQ(printable("\xED\xA0\x80"), "???"); // a surrogate
    EXPECT_EQ(printable("\xF0\x9F\x99"), "???"); // a letter cut off
    EXPECT_EQ(printable("\xF5\x80\x80\x80"), "????");
}

TEST(Printable, CutsLongTextBetweenLetters) {
    EXPECT_EQ(printable("abcdef", 3), "abc…");
    EXPECT_EQ(printable("aé", 2), "a…");
    EXPECT_EQ(printable("abc", 3), "abc");
}

} // namespace attn
