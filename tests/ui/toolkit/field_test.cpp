#include "ui/toolkit/field.h"

#include <array>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <vector>

namespace attn {
namespace {

TEST(Field, OpensWithItsTextSelectedSoThatTypingReplacesIt) {
    FieldEdit field = open_field("field:value", "8");
    insert(field, "2.5");
    EXPECT_EQ(field.text, "2.5");
    EXPECT_EQ(field.caret, 3U);
}

TEST(Field, CaretPassesLettersAndNotBytes) {
    FieldEdit field = open_field("field:sentence", "a数🙂");
    move_caret(field, CaretMove::end, false);
    erase_before(field);
    EXPECT_EQ(field.text, "a数");
    move_caret(field, CaretMove::left, false);
    EXPECT_EQ(field.caret, 1U);
    erase_after(field);
    EXPECT_EQ(field.text, "a");
}

TEST(Field, WordsAreSelectedWithTheirSpaces) {
    FieldEdit field = open_field("field:sentence", "rose is a");
    move_caret(field, CaretMove::begin, false);
    move_caret(field, CaretMove::word_right, true);
    EXPECT_EQ(field.selection(), "rose ");
}

TEST(Field, PastedLinesBecomeOne) {
    FieldEdit field = open_field("field:sentence", "");
    insert(field, "rose\nis\ta\x01 rose");
    EXPECT_EQ(field.text, "rose is a rose");
}

TEST(Utf8, HalvesOfAnAstralLetterMeetAgain) {
    const std::array<char32_t, 3> units{U'a', 0xD83D, 0xDE42};
    EXPECT_EQ(utf8_of(units), "a🙂");
}

TEST(Utf8, LonelyHalvesGo) {
    const std::array<char32_t, 4> units{0xDE42, U'b', 0xD83D, U'c'};
    EXPECT_EQ(utf8_of(units), "bc");
}

RC_GTEST_PROP(Field, AnyKeysKeepTheCaretBetweenLetters, (const std::vector<unsigned char>& keys)) {
    FieldEdit field = open_field("field:sentence", "naïve 数据 🙂");
    for (const unsigned char key : keys) {
        const bool select = (key & 8U) != 0;
        switch (key % 8) {
        case 6:
            erase_before(field);
            break;
        case 7:
            insert(field, select ? "é" : "🙂");
            break;
        default:
            move_caret(field, static_cast<CaretMove>(key % 8), select);
        }
        for (const std::size_t place : {field.caret, field.anchor}) {
            RC_ASSERT(place <= field.text.size());
            if (place < field.text.size())
                RC_ASSERT((static_cast<unsigned char>(field.text[place]) & 0xC0U) != 0x80U);
        }
    }
}

} // namespace
} // namespace attn
