// The picture of a block in the last lesson grows with its words, and its losses are those of the present layer.

#include "tests/ui/lesson_window.h"

#include <cmath>
#include <gtest/gtest.h>

namespace attn {
namespace {

const std::string last_lesson = "where-weights-come-from";

bool says(OffscreenWindow& window, const std::string& words) {
    return all_words(window).find(words) != std::string::npos;
}

/// The loss of “pots” for “stop”, if each letter gives the right one the weight `share`, and the others equal weights.
std::string loss_of_pots(double share) {
    const double other = (1 - share) / 3;
    return fmt::format("{:.4f}", std::log1p(3 * std::exp(-10 * (share - other))));
}

TEST(LessonOfTheBlock, HidesTheSumUntilItIsAnswered) {
    LessonWindow window(last_lesson, 2);
    EXPECT_TRUE(says(window, "0.96"));
    EXPECT_FALSE(says(window, "1.96"));
    window.fill_in("field:lesson-number", "1.96");
    EXPECT_EQ(window.says("lesson.verdict"), "right");
    EXPECT_TRUE(says(window, "1.96"));
    EXPECT_FALSE(says(window, "divided by their spread")) << "no norm was told of";
}

TEST(LessonOfTheBlock, ShowsEachPartWithItsStep) {
    LessonWindow window(last_lesson, 3);
    EXPECT_TRUE(says(window, "divided by their spread"));
    EXPECT_FALSE(says(window, "MLP"));
    go_to_step(window, 5);
    EXPECT_TRUE(says(window, "MLP: not in this layer"));
    EXPECT_FALSE(says(window, "to the next block"));
    go_to_step(window, 6);
    EXPECT_TRUE(says(window, "to the next block"));
    window.click("action:lesson-leave");
    EXPECT_EQ(window.app().workspace().block_to, BlockPart::next);
}

TEST(LessonOfTheBlock, SaysTheLossAsItIsAndAsItWas) {
    LessonWindow window(last_lesson);
    go_to_step(window, 9);
    const double share = std::exp(2.0) / (std::exp(2.0) + 3);
    EXPECT_TRUE(says(window, loss_of_pots(share)));
    window.put("cell:W_Q/1[6,2]", "-1.1\n");
    EXPECT_TRUE(window.app().workspace().lesson->task.is_done);
    EXPECT_TRUE(says(window, loss_of_pots(share))) << "what it was";
    EXPECT_EQ(window.says("lesson.then").find("It fell, to 0.00"), 0U) << window.says("lesson.then");
}

} // namespace
} // namespace attn
