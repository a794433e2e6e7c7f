#include "core/lesson/drawn.h"

#include "core/lesson/lesson.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

const std::filesystem::path assets_of_draws{ATTN_ASSETS_DIR};

std::string lesson_in(const std::string& session, const std::string& step) {
    return R"({"version": 1, "id": "mine", "title": "Mine", "session": )" + session + R"(, "steps": [{)" + step + "}]}";
}

Result<Lesson> read_drawn(const std::string& step, const LessonDraw& draw) {
    return parse_lesson(lesson_in(R"({"preset": "four-letters"})", step), "my.json", assets_of_draws, assets_of_draws,
                        draw);
}

Result<Lesson> read_with_word(const std::string& step, const std::string& word) {
    return parse_lesson(lesson_in(R"({"preset": "eight-heads", "own_word": "stressed"})", step), "my.json",
                        assets_of_draws, assets_of_draws, {0, word});
}

TEST(DrawnNumbers, StandInTextsLinesAndAnswers) {
    const std::string step =
        R"("text": "{D} / {H}", "drawn": [{"D": 64, "H": 4, "each": 16}, {"D": 96, "H": 6, "each": 1.5}],
        "before": ["type cell:W_Q/1[{H},1] {each}"], "bet": {"ask": "?", "type": "{each}"})";
    const auto first = read_drawn(step, {0, {}});
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(first->variants, 2);
    EXPECT_EQ(first->steps.front().text, "64 / 4");
    EXPECT_EQ(first->steps.front().before, LessonScript{"type cell:W_Q/1[4,1] 16"});
    EXPECT_EQ(first->steps.front().bet->number, 16);
    EXPECT_EQ(first->steps.front().given, (std::vector<std::string>{"64", "64", "4", "4", "16", "16"}));
    const auto second = read_drawn(step, {1, {}});
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(second->steps.front().text, "96 / 6");
    EXPECT_EQ(second->steps.front().bet->number, 1.5F);
    EXPECT_EQ(read_drawn(step, {5, {}})->steps.front().text, "96 / 6") << "the same seed, the same numbers";
}

TEST(DrawnNumbers, AreReplacedOnceSoThatTheyCannotGrowWithoutBound) {
    const auto lesson = read_drawn(R"("text": "{a}", "drawn": [{"a": "{b}{b}", "b": "{a}{a}"}])", {});
    ASSERT_TRUE(lesson) << lesson.error().message;
    EXPECT_EQ(lesson->steps.front().text, "{b}{b}");
    std::string many;
    for (int i = 0; i < 100; ++i)
        many += "{a}";
    EXPECT_FALSE(read_drawn(R"("text": ")" + many + R"(", "drawn": [{"a": ")" + std::string(200, 'x') + R"("}])", {}));
    EXPECT_FALSE(read_drawn(R"("text": "a", "drawn": [{"a": ")" + std::string(201, 'x') + R"("}, {"a": 1}])", {}));
}

TEST(DrawnNumbers, MustBeSets) {
    for (const char* drawn : {"3", "[]", "[3]", R"([{"D": 3}, 4])", R"([{}])", R"([{"D": [1]}])"})
        EXPECT_FALSE(read_drawn(R"("text": "a", "drawn": )" + std::string(drawn), {})) << drawn;
}

TEST(OwnWord, IsReadAndCellsAreCountedFromItsEnd) {
    const std::string step = R"("text": "{token -1} {A/1[1,-1]}", "open": {"stage": "A", "row": 2, "column": -2},
        "points_at": ["cell:A/1[-1,1]"], "bet": {"ask": "?", "mark": "A/1[2,-2]", "say": {"A/1[-2,2]": "no"}})";
    const auto own = read_with_word(step, "maria");
    ASSERT_TRUE(own) << own.error().message;
    EXPECT_TRUE(own->takes_word);
    EXPECT_EQ(own->sessions.front().layer().sequence.items.front(),
              (std::vector<std::string>{"m", "a", "r", "i", "a"}));
    const LessonStep& of_five = own->steps.front();
    EXPECT_EQ(of_five.text, "{token 5} {A/1[1,5]}");
    EXPECT_EQ(of_five.open->column, 3);
    EXPECT_EQ(of_five.points_at, std::vector<std::string>{"cell:A/1[5,1]"});
    EXPECT_EQ(of_five.bet->cell, (CellId{ArrayId::A, 0, 0, 1, 3}));
    EXPECT_EQ(of_five.bet->replies.front().to, "A/1[4,2]");
    for (const char* none : {"", "cat", "dictionaries", "Ünsal", "a b c d"}) {
        const auto usual = read_with_word(step, none);
        ASSERT_TRUE(usual) << usual.error().message;
        EXPECT_EQ(usual->steps.front().text, "{token 8} {A/1[1,8]}") << none;
    }
}

TEST(OwnWord, OfOtherSessionsNothingIsCountedFromTheEnd) {
    EXPECT_FALSE(read_drawn(R"("text": "a", "open": {"stage": "A", "row": -1, "column": 1})", {0, "maria"}));
}

} // namespace
} // namespace attn
