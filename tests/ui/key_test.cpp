#include "ui/toolkit/key.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(Key, NamesAreReadAsTheyAreWritten) {
    for (const char* name : {"a", "z", "0", "9", "[", "]", "space", "escape", "page_down", "f1", "f12", "delete"}) {
        const std::optional<Key> key = find_key(name);
        ASSERT_TRUE(key) << name;
        EXPECT_EQ(key_name(*key), name);
    }
}

TEST(Key, WhatIsOnNoKeyIsRefused) {
    for (const char* name : {"", "f0", "f13", "banana", "~", "é", "page down"})
        EXPECT_FALSE(find_key(name)) << name;
}

TEST(Chord, ReadsModifiersInAnyOrderAndCase) {
    const Chord redo{.key = letter_key('z'), .control = true, .shift = true};
    EXPECT_EQ(parse_chord("ctrl+shift+z"), redo);
    EXPECT_EQ(parse_chord("Shift+Ctrl+Z"), redo);
    EXPECT_EQ(chord_label(redo), "Ctrl+Shift+Z");
    EXPECT_EQ(parse_chord("page_down"), (Chord{.key = Key::page_down}));
    EXPECT_EQ(chord_label({.key = Key::page_down}), "Page Down");
}

TEST(Chord, QuestionMarkAndPlusNeedNoShiftInScripts) {
    EXPECT_EQ(parse_chord("?"), (Chord{.key = Key::slash, .shift = true}));
    EXPECT_EQ(chord_label(*parse_chord("?")), "?");
    EXPECT_EQ(parse_chord("+"), (Chord{.key = Key::equal, .shift = true}));
    EXPECT_EQ(parse_chord("ctrl++"), (Chord{.key = Key::equal, .control = true}));
    EXPECT_EQ(chord_label({.key = Key::equal, .control = true}), "Ctrl++");
    EXPECT_FALSE(parse_chord("ctrl+"));
    EXPECT_FALSE(parse_chord("meta+z"));
    EXPECT_FALSE(parse_chord(""));
}

} // namespace
} // namespace attn
