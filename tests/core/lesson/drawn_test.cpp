#include "core/lesson/variant_of_lesson.h"
#include "tests/folders.h"

#include "core/lesson/lesson.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace attn {
namespace {

const std::filesystem::path assets_of_draws = assets_folder();

std::string lesson_in(const std::string& session, const std::string& step) {
    return R"({"version": 1, "id": "mine", "title": "Mine", "session": )" + session + R"(, "steps": [{)" + step + "}]}";
}

Result<Lesson> read_drawn(const std::string& step, const LessonVariant& draw) {
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
    EXPECT_EQ(of_five.bet->cell, (CellId{0, ArrayId::A, 0, 0, 1, 3}));
    EXPECT_EQ(of_five.bet->replies.front().to, "A/1[4,2]");
    for (const char* none : {"", "cat", "dictionaries", "Ünsal", "a b c d"}) {
        const auto usual = read_with_word(step, none);
        ASSERT_TRUE(usual) << usual.error().message;
        EXPECT_EQ(usual->steps.front().text, "{token 8} {A/1[1,8]}") << none;
    }
}

TEST(OwnWord, StandsInTextsLinesAndConditionsBesideOthersAsLong) {
    const auto read = [](const std::string& word) {
        return parse_lesson(
            lesson_in(R"({"preset": "eight-heads", "own_word": "stressed", "other_words": ["lamp", "bird", "snow",
                "house", "train", "plant", "garden", "silver", "planet", "picture", "morning", "village", "keyboard",
                "notebook", "mountain", "landscape", "furniture", "chocolate", "strawberry", "friendship",
                "blackboard"]})",
                      R"("text": "{own} {own reversed} {other} {third reversed} {letter -1} {A/1[1,{alphabet -1}]}",
                "open": {"stage": "Y", "row": 1, "column": "{alphabet -1}"},
                "task": {"ask": "a", "nudge": "b", "done": {"read_out": "{other reversed}"},
                         "solution": ["type field:sentence {other}"]})"),
            "my.json", assets_of_draws, assets_of_draws, {0, word});
    };
    const auto lilly = read("lilly");
    ASSERT_TRUE(lilly) << lilly.error().message;
    EXPECT_EQ(lilly->steps.front().text, "lilly yllil house niart y {A/1[1,25]}");
    EXPECT_EQ(lilly->steps.front().open->column, 24);
    EXPECT_EQ(lilly->steps.front().task->done.text, "esuoh");
    EXPECT_EQ(read("house")->steps.front().text, "house esuoh train tnalp e {A/1[1,5]}") << "not the own one again";
    EXPECT_EQ(read("draobyek")->steps.front().text.substr(0, 26), "draobyek keyboard notebook") << "nor the answer";
    for (const char* both_ways : {"anna", "hannah"})
        EXPECT_EQ(read(both_ways)->steps.front().text.substr(0, 17), "stressed desserts") << both_ways;
}

TEST(OwnWord, OtherWordsAreEnoughForEveryLength) {
    const auto lesson = parse_lesson(
        lesson_in(R"({"preset": "eight-heads", "own_word": "stressed", "other_words": ["keyboard", "notebook"]})",
                  R"("text": "{other}")"),
        "my.json", assets_of_draws, assets_of_draws, {});
    ASSERT_FALSE(lesson);
    EXPECT_EQ(lesson.error().message,
              "my.json: session.other_words: expected at least three words of 4 letters that the session knows");
}

std::string quiz_of(const std::string& steps) {
    return R"({"version": 1, "id": "mine", "title": "Mine", "quiz": true, "session": {"preset": "four-letters"},
        "steps": [{"text": "a look"}, )" +
           steps + "]}";
}

std::string question(int number) {
    return R"({"text": ")" + std::to_string(number) +
           R"(", "open": {"stage": "A", "head": 1, "row": 1, "column": 1}, "bet": {"ask": "?", "choose":
        [{"is": "no"}, {"is": "nor"}, {"is": "yes", "right": true}, {"is": "neither"}]}})";
}

TEST(Quiz, AsksInAnOrderOfTheSeedAndLeavesTheLookWhereItIs) {
    std::string steps = question(1);
    for (int number = 2; number <= 8; ++number)
        steps += ", " + question(number);
    const auto asked = [&](std::uint64_t seed) {
        const auto lesson = parse_lesson(quiz_of(steps), "my.json", assets_of_draws, assets_of_draws, {seed, {}});
        EXPECT_TRUE(lesson) << lesson.error().message;
        return *lesson;
    };
    const auto order = [](const Lesson& lesson) {
        std::string texts;
        for (const LessonStep& step : lesson.steps)
            texts += step.text;
        return texts;
    };
    EXPECT_EQ(order(asked(0)), "a look12345678") << "as the file has them";
    std::set<std::string> orders;
    std::set<std::string> first_answers;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Lesson lesson = asked(seed);
        EXPECT_EQ(order(lesson), order(asked(seed))) << "the same seed, the same order";
        orders.insert(order(lesson));
        EXPECT_EQ(order(lesson).substr(0, 6), "a look");
        EXPECT_EQ(lesson.steps.size(), 9U);
        for (const LessonStep& step : lesson.steps) {
            if (!step.bet)
                continue;
            EXPECT_EQ(step.text, std::to_string(step.written)) << "each knows where it stands in the file";
            EXPECT_EQ(std::ranges::count(step.bet->choices, true, &Choice::right), 1);
            EXPECT_EQ(std::ranges::find(step.bet->choices, true, &Choice::right)->text, "yes");
            first_answers.insert(step.bet->choices.front().text);
        }
    }
    EXPECT_GT(orders.size(), 15U);
    EXPECT_EQ(first_answers.size(), 4U);
}

TEST(Quiz, AsksAgainWhatWasMissedAndAtMostThree) {
    std::string steps = question(1);
    for (int number = 2; number <= 8; ++number)
        steps += ", " + question(number);
    auto quiz = parse_lesson(quiz_of(steps), "my.json", assets_of_draws, assets_of_draws, {5, {}});
    ASSERT_TRUE(quiz) << quiz.error().message;
    ask_again(*quiz, {8, 2, 77, 0, 5, 1}); // one of another version, and one that asks nothing
    std::string texts;
    for (const LessonStep& step : quiz->steps)
        texts += step.text;
    EXPECT_EQ(texts, "825");
    EXPECT_TRUE(quiz->asks_again);
}

TEST(Lessons, OfferTheirAnswersInAnOrderOfTheSeed) {
    std::set<std::string> first_answers;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto lesson = read_drawn(
            R"("text": "a", "bet": {"ask": "?", "choose": [{"is": "yes", "right": true}, {"is": "no"}, {"is": "nor"}]})",
            {seed, {}});
        ASSERT_TRUE(lesson);
        first_answers.insert(lesson->steps.front().bet->choices.front().text);
        if (seed == 0)
            EXPECT_EQ(*first_answers.begin(), "yes") << "as the file has them";
    }
    EXPECT_EQ(first_answers.size(), 3U);
}

TEST(Quiz, HasNoQuestionThatTakesAnOrderForGranted) {
    const auto refusal = [](const std::string& steps) {
        const auto lesson = parse_lesson(quiz_of(steps), "my.json", assets_of_draws, assets_of_draws, {});
        return lesson ? "(read)" : lesson.error().message;
    };
    EXPECT_EQ(refusal(R"({"text": "b", "goes_on": true, "open": {"stage": "A"},
        "bet": {"ask": "?", "type": 1}})"),
              "my.json: steps[2].goes_on: in a quiz no question has it, for they come in any order");
    EXPECT_EQ(refusal(R"({"text": "b", "bet": {"ask": "?", "type": 1}})"),
              "my.json: steps[2]: expected \"open\": in a quiz each question says what is shown with it, or "
              "\"view\": \"words\"");
}

TEST(OwnWord, OfOtherSessionsNothingIsCountedFromTheEnd) {
    EXPECT_FALSE(read_drawn(R"("text": "a", "open": {"stage": "A", "row": -1, "column": 1})", {0, "maria"}));
}

} // namespace
} // namespace attn
