// The quiz: questions that no picture fits, the replies to a number, and its end.

#include "tests/ui/lesson_window.h"

#include <array>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

const LessonRun& run_of(OffscreenWindow& window) {
    return *window.app().workspace().lesson;
}

/// Answers all questions; `wrongly` has the places in the file of the questions to be answered wrongly.
void answer_all(OffscreenWindow& window, const std::vector<std::size_t>& wrongly) {
    while (!run_of(window).is_last()) {
        window.key("page_down");
        const LessonStep& step = run_of(window).now();
        if (step.bet)
            answer(window, std::ranges::find(wrongly, step.written) == wrongly.end());
    }
}

TEST(Quiz, AQuestionThatNoPictureGoesWithHasTheWindowToItself) {
    LessonWindow window("quiz");
    EXPECT_FALSE(window.shows("action:lesson-everything"));
    EXPECT_FALSE(window.shows("tokens"));
    EXPECT_TRUE(window.shows("action:lesson-next"));
    int alone = 0;
    while (!run_of(window).is_last()) {
        EXPECT_EQ(window.shows("action:lesson-everything"),
                  !run_of(window).stands_alone() && !run_of(window).hides_picture());
        alone += run_of(window).stands_alone() ? 1 : 0;
        pass_over(window);
    }
    EXPECT_GE(alone, 10);
}

TEST(Quiz, WhatComesBackStandsBesideNoQuestion) {
    LessonWindow window("quiz");
    while (!run_of(window).is_last()) {
        window.key("page_down");
        if (!run_of(window).now().bet)
            continue;
        for (const std::string line : {"mirrored letter", "letter before"})
            EXPECT_EQ(window.says("lesson.comes-back." + line), "(not on the screen)") << run_of(window).now().bet->ask;
        answer(window, true);
    }
}

TEST(Quiz, ThePictureOfAMapHasItsFrameOnWhatWasAsked) {
    LessonWindow window("quiz");
    while (!run_of(window).now().bet || run_of(window).now().bet->taught_in != "who-reads-whom/2")
        pass_over(window);
    answer(window, true);
    const Workspace& shown = window.app().workspace();
    EXPECT_EQ((std::array{shown.head, shown.row, shown.column}), (std::array<Index, 3>{1, 2, 1}));
}

TEST(Quiz, SaysARightNumberAgainAndTheWayToIt) {
    LessonWindow window("quiz");
    while (!run_of(window).now().bet || run_of(window).now().bet->taught_in != "w-o-mixes/2")
        pass_over(window);
    const float right = *run_of(window).now().bet->number;
    window.fill_in("field:lesson-number", fmt::format("{}", right));
    EXPECT_EQ(window.says("lesson.how"), fmt::format("Right. It is {}.", right));
    EXPECT_NE(window.says("lesson.then").find(" columns of concat, "), std::string::npos);
}

TEST(Quiz, HasItsAnswersSoFarWhereNoPictureStands) {
    LessonWindow window("quiz");
    const auto goes_on_to_words_alone = [&] {
        do
            pass_over(window);
        while (!run_of(window).stands_alone());
    };
    goes_on_to_words_alone();
    const std::string place = window.says("lesson.step"); // "3 of 20"
    const std::string first = "lesson.result." + place.substr(0, place.find(' '));
    EXPECT_EQ(window.says(first), "(not on the screen)") << "which tells where the answer is taught";
    answer(window, true);
    EXPECT_TRUE(window.says(first).starts_with("✓ Lesson ")) << window.says(first);
    goes_on_to_words_alone();
    EXPECT_TRUE(window.says(first).starts_with("✓ Lesson ")) << window.says(first);
}

TEST(Quiz, BeginsAnewWithOtherNumbersAtItsEnd) {
    LessonWindow window("quiz");
    const std::uint64_t drawn = run_of(window).lesson->draw.seed;
    answer_all(window, {});
    window.click("action:lesson-again");
    EXPECT_EQ(window.says("lesson.step"), "0 of 22");
    EXPECT_NE(run_of(window).lesson->draw.seed, drawn);
    window.key("page_down");
    EXPECT_EQ(window.says("lesson.verdict"), "(not on the screen)");
}

TEST(Quiz, EndsWithWhatWasMissedAndTheWayThere) {
    LessonWindow window("quiz");
    answer_all(window, {1, 2});
    EXPECT_EQ(window.says("lesson.score"), "20 of 22 right.");
    EXPECT_TRUE(window.shows("action:lesson/who-reads-whom/2"));
    EXPECT_TRUE(window.shows("action:lesson/who-reads-whom/3"));
    window.click("action:lesson/who-reads-whom/3");
    EXPECT_EQ(window.says("action:lesson/quiz"), "Back to what you missed");
    window.click("action:lesson/quiz");
    EXPECT_EQ(window.says("lesson.score"), "20 of 22 right.");
    window.key("page_down");
    EXPECT_EQ(window.says("lessons.quiz"), "20 of 22");
    window.key("escape");
    window.click("action:menu/help");
    window.click("action:lesson-missed");
    while (run_of(window).lesson->asks_again) {
        answer(window, true);
        window.key("page_down");
        if (window.app().workspace().overlay)
            break;
    }
    EXPECT_EQ(window.says("lessons.quiz"), "22 of 22");
}

} // namespace
} // namespace attn
