#include "core/lesson/lesson_reading.h"
#include "core/lesson/lesson_shelf.h"
#include "tests/folders.h"

#include "core/files/file.h"

#include <algorithm>
#include <fmt/core.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

const std::filesystem::path assets = assets_folder();

Result<Lesson> read(const std::string& text) {
    return parse_lesson(text, "my.json", assets / "lessons", assets);
}

/// A lesson whose only step has these members.
std::string lesson_with(const std::string& step) {
    return R"({"version": 1, "id": "mine", "title": "Mine", "session": {"preset": "four-letters"}, "steps": [{)" +
           step + "}]}";
}

std::string refusal(const std::string& text) {
    const Result<Lesson> lesson = read(text);
    return lesson ? "(read)" : lesson.error().message;
}

TEST(Lessons, OfTheCourseAreSeventeenAndTheQuizInOrder) {
    const auto [labels, lectures, unreadable] = list_lessons(assets);
    ASSERT_TRUE(unreadable.empty()) << unreadable.front().message;
    ASSERT_EQ(labels.size(), 18);
    for (Index number = 1; number <= 18; ++number)
        EXPECT_EQ(labels[static_cast<std::size_t>(number - 1)].number, number);
    Index steps = 0;
    for (const LessonLabel& label : labels) {
        const auto lesson = load_lesson(label.file, assets);
        ASSERT_TRUE(lesson) << lesson.error().message;
        EXPECT_EQ(std::ssize(lesson->steps), label.steps);
        steps += label.steps;
    }
    EXPECT_GT(steps, 100);
}

TEST(Lessons, HaveNoKeyThatTheirManualDoesNotExplain) {
    const Result<std::string> manual = read_text_file(assets / "lessons" / "README.md", 1U << 20U);
    ASSERT_TRUE(manual) << manual.error().message;
    for (const std::string_view key : lesson_key_names())
        EXPECT_TRUE(manual->find(fmt::format("`{}`", key)) != std::string::npos ||
                    manual->find(fmt::format("\"{}\"", key)) != std::string::npos)
            << key;
}

/// All lessons of the course, as they are read at first.
std::vector<Lesson> course() {
    std::vector<Lesson> lessons;
    for (const LessonLabel& label : list_lessons(assets).labels)
        if (Result<Lesson> lesson = load_lesson(label.file, assets))
            lessons.push_back(*std::move(lesson));
    return lessons;
}

/// “Right.” alone teaches nothing to a learner who guessed, and “Not so.” teaches nobody anything.
TEST(Lessons, GiveAReasonForEachAnswer) {
    for (const Lesson& lesson : course())
        for (const LessonStep& step : lesson.steps) {
            if (!step.bet)
                continue;
            const std::string where = lesson.id + ", step " + std::to_string(step.written + 1);
            EXPECT_FALSE(step.bet->then.empty()) << where << ": of what is right nothing is said";
            for (const Choice& choice : step.bet->choices)
                if (step.bet->kind == Bet::Kind::choose && !choice.right)
                    EXPECT_FALSE(choice.say.empty()) << where << ": " << choice.text;
        }
}

/// A step that continues another one cannot be opened by itself: the other one would be opened.
TEST(Lessons, AnswersOfTheQuizLeadToStepsThatCanBeOpened) {
    const std::vector<Lesson> lessons = course();
    for (const LessonStep& question : lessons.back().steps) {
        if (!question.bet)
            continue;
        const std::string& name = question.bet->taught_in;
        const PlaceInCourse place = PlaceInCourse::of(name);
        const auto lesson = std::ranges::find(lessons, place.lesson, &Lesson::id);
        ASSERT_NE(lesson, lessons.end()) << name;
        ASSERT_LT(place.step, lesson->steps.size()) << name;
        EXPECT_FALSE(lesson->steps[place.step].goes_on) << name;
    }
}

TEST(Lessons, StepsHaveWhatTheirFileSays) {
    const auto lesson = read(lesson_with(
        R"("text": "a", "task": {"ask": "b", "done": {"cell": "A/1[1,1]", "at_least": 0.5}, "nudge": "c",
           "solution": ["type field:sentence tops"],
           "slips": [{"by": ["head 2"], "if": {"only": ["W_Q/1", "tokens"]}, "say": "d"}]})"));
    ASSERT_TRUE(lesson) << lesson.error().message;
    ASSERT_EQ(lesson->steps.size(), 1);
    const LessonTask& task = *lesson->steps.front().task;
    EXPECT_EQ(task.done.kind, Condition::Kind::cell);
    EXPECT_EQ(task.solution, LessonScript{"type field:sentence tops"});
    EXPECT_EQ(task.slips.front().when.parts_allowed, (std::vector<std::string>{"W_Q/1", "tokens"}));
}

TEST(Lessons, ABetOnAHeadIsJudgedByWhatTheRevealShows) {
    const auto lesson = read(lesson_with(
        R"("view": "heads", "next": "Who helps?", "menus": ["mask"],
           "bet": {"ask": "a", "choose": "heads", "reveal": ["head {chosen}"], "right_if": {"heads_on": 1}})"));
    ASSERT_TRUE(lesson) << lesson.error().message;
    const LessonStep& step = lesson->steps.front();
    EXPECT_EQ(step.view, StepView::heads);
    EXPECT_EQ(step.next, "Who helps?");
    EXPECT_EQ(step.menus, std::vector<std::string>{"mask"});
    ASSERT_EQ(step.bet->choices.size(), 2U) << "the layer has so many";
    EXPECT_EQ(step.bet->choices[1].text, "head {head 2}");
    EXPECT_EQ(step.bet->right_if->kind, Condition::Kind::heads_on);
}

TEST(Lessons, WhatIsWrongNamesThePlaceAndWhatWasExpected) {
    EXPECT_EQ(refusal("{}"), "my.json: there is no version; expected \"version\": 1");
    EXPECT_EQ(
        refusal(R"({"version": 1, "id": "A b", "title": "t", "session": {"preset": "four-letters"}, "steps": []})"),
        "my.json: id: expected small letters, digits and hyphens, such as \"who-reads-whom\"");
    EXPECT_EQ(refusal(lesson_with(R"("txt": "a")")),
              "my.json: steps[1]: the key “txt” is not known; did you mean “text”?");
    EXPECT_EQ(refusal(lesson_with(R"("goes_on": true, "text": "a")")),
              "my.json: steps[1].goes_on: there is nothing before it that it could go on from");
    EXPECT_EQ(refusal(lesson_with(R"("bet": {"ask": "a"})")),
              "my.json: steps[1].bet: expected one of choose, choose_many, order, mark, mark_many, type");
    EXPECT_EQ(refusal(lesson_with(R"("bet": {"ask": "a", "choose": [{"is": "b"}, {"is": "c"}]})")),
              R"(my.json: steps[1].bet.choose: expected two to six answers, one of them right; or "heads")");
    EXPECT_EQ(refusal(lesson_with(R"("bet": {"ask": "a", "choose": "heads"})")),
              R"(my.json: steps[1].bet: expected "right_if", a condition, beside "choose": "heads", and nowhere else)");
    EXPECT_EQ(refusal(lesson_with(R"("view": "maps", "text": "a")")),
              R"(my.json: steps[1].view: expected "letters", "heads" or "words")");
    EXPECT_EQ(refusal(lesson_with(R"("block_to": "all", "text": "a")")),
              R"(my.json: steps[1].block_to: expected "sum", "norm" or "MLP")");
    EXPECT_EQ(refusal(lesson_with(R"("task": {"ask": "a", "done": {"cell": "A/9[1,1]", "at_least": 0}})"))
                  .find("my.json: steps[1].task.done.cell: there is no cell “A/9[1,1]”"),
              0);
    EXPECT_EQ(refusal(lesson_with("")), "my.json: steps[1]: expected text, a bet or a task");
    const std::string elsewhere =
        R"({"version": 1, "id": "mine", "title": "M", "session": {"file": "../x.json"}, "steps": [{"text": "a"}]})";
    EXPECT_EQ(refusal(elsewhere), "my.json: session.file: expected the name of a file in the lesson's folder");
}

/// Expects the error of a step that asks about a cell which its layer lacks.
void expect_no_cell(const std::string& step, const std::string& key, const std::string& cell) {
    EXPECT_EQ(refusal(lesson_with(step)), "my.json: steps[1]." + key + ": the layer of this step has no cell " + cell);
}

TEST(Lessons, AreRefusedWhereTheyAskAboutACellThatNoLayerOfTheirsHas) {
    for (const char* cell : {"A/9[1,1]", "A/1[9,1]", "A/1[1,9]", "W_Q/1[99,1]", "b_Q/1[1,1]"}) {
        const std::string name = std::string("\"") + cell + "\"";
        expect_no_cell(R"("bet": {"ask": "a", "mark": )" + name + "}", "bet", cell);
        expect_no_cell(R"("bet": {"ask": "a", "type": )" + name + "}", "bet", cell);
    }
    expect_no_cell(R"("bet": {"ask": "a", "mark_many": ["A/9[1,1]"]})", "bet", "A/9[1,1]");
    expect_no_cell(R"("bet": {"ask": "a", "type": 1, "shows": {"cell": "b_Q/1[1,1]", "equals": 0}})", "bet",
                   "b_Q/1[1,1]");
    expect_no_cell(R"("task": {"ask": "a", "done": {"not": {"cell": "b_Q/1[1,1]", "equals": 0}}, "nudge": "b",
                       "solution": []})",
                   "task", "b_Q/1[1,1]");
}

TEST(Lessons, MayAskAboutACellThatTheirLinesBringAbout) {
    EXPECT_EQ(
        refusal(lesson_with(R"("bet": {"ask": "a", "type": "A/1[5,1]", "reveal": ["type field:sentence stops"]})")),
        "(read)");
    EXPECT_EQ(refusal(lesson_with(R"("before": ["click action:biases"], "bet": {"ask": "a", "mark": "b_Q/1[1,1]"})")),
              "(read)");
}

/// Reading a lesson that is cut or changed anywhere ends with a lesson or an error of one line.
TEST(Lessons, DamagedOnesEndWithOneLine) {
    const auto text = read_text_file(assets / "lessons" / "lesson-07.json", 1U << 20U);
    ASSERT_TRUE(text);
    for (std::size_t at = 0; at < text->size(); at += 97) {
        for (std::string damaged : {text->substr(0, at), *text, *text}) {
            if (damaged.size() == text->size())
                damaged[at] = at % 2 == 0 ? '{' : '9';
            const Result<Lesson> lesson = read(damaged);
            if (!lesson)
                EXPECT_EQ(std::ranges::count(lesson.error().message, '\n'), 0) << lesson.error().message;
        }
    }
}

} // namespace
} // namespace attn
