#include "ui/toolkit/list_box.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(ListBox, ShowsTheMarkedLineInItsMiddleAndNoGapAtItsEnds) {
    EXPECT_EQ(window_of_list(100, 10, 0).first, 0);
    EXPECT_EQ(window_of_list(100, 10, 50).first, 45);
    EXPECT_EQ(window_of_list(100, 10, 99).first, 90);
    EXPECT_EQ(window_of_list(100, 10, 99).end, 100);
    EXPECT_EQ(window_of_list(4, 10, 3).count(), 4) << "a short list is shown whole";
    EXPECT_EQ(window_of_list(0, 10, 0).count(), 0);
    EXPECT_EQ(window_of_list(100, 10, 50, 3).first, 48) << "scrolled away from the mark";
}

TEST(ListBox, KeepsItsMarkWithinTheList) {
    EXPECT_EQ(moved_mark(2, 1, 5), 3);
    EXPECT_EQ(moved_mark(4, 3, 5), 4);
    EXPECT_EQ(moved_mark(0, -1, 5), 0);
    EXPECT_EQ(moved_mark(0, -1, 5, -1), -1) << "where no line need be marked";
    EXPECT_EQ(moved_mark(7, 0, 0), 0) << "of an empty list";
}

} // namespace
} // namespace attn
