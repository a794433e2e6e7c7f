#include "app/lesson_check.h"

#include "app/rehearsal.h"
#include "core/files/file.h"
#include "tests/app/assets.h"
#include "tests/temporary_folder.h"
#include "ui/actions/argument_actions.h"

#include <algorithm>
#include <fmt/core.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

std::filesystem::path lesson_file(int number) {
    return assets / "lessons" / fmt::format("lesson-{:02}.json", number);
}

using Faults = std::vector<std::string>;

class LessonOfTheCourse : public testing::TestWithParam<int> {};

TEST_P(LessonOfTheCourse, IsAsItSays) {
    EXPECT_EQ(faults_of_lesson(lesson_file(GetParam()), assets), Faults());
}

INSTANTIATE_TEST_SUITE_P(All, LessonOfTheCourse, testing::Range(1, 16));

/// A text of a lesson's file, and its replacement.
struct Spoilt {
    std::string text;
    std::string instead;
};

/// The faults of lesson 7 with all these replacements.
Faults faults_with(const std::vector<Spoilt>& all) {
    const TemporaryFolder folder;
    std::string lesson = *read_text_file(lesson_file(7), 1U << 20U);
    for (const auto& [text, instead] : all) {
        const std::size_t at = lesson.find(text);
        EXPECT_NE(at, std::string::npos) << text;
        lesson.replace(at, text.size(), instead);
    }
    EXPECT_TRUE(write_text_file(folder / "spoilt.json", lesson));
    return faults_of_lesson(folder / "spoilt.json", assets);
}

Faults faults_with(const std::string& text, const std::string& instead) {
    return faults_with({{text, instead}});
}

TEST(LessonCheck, FindsWhatIsSpoilt) {
    EXPECT_EQ(faults_with({{"\"points_at\": [\"cell:O/1[2,1]\"]", "\"points_at\": [\"cell:O/2[2,1]\"]"},
                           {"a tenth or so of each other value", "0.1 of each other value"},
                           {"{A/1[2,3] %} of the value of", "{A/3[2,3] %} of the value of"},
                           {"\"at_least\": 1.4", "\"at_least\": 1.6"},
                           {"\"if\": {\"read_out\": \"pott\"}", "\"if\": {\"read_out\": \"pttt\"}"},
                           {"type cell:W_V/1[2,4] 1\", \"step V", "type cell:W_V/1[2,3] 1\", \"step V"}}),
              Faults({"step 2: {A/3[2,3] %} names nothing",
                      "step 2: “0.1” stands in a text; write a reference such as {A/1[1,2]}, or list it as given",
                      "step 2: it points at cell:O/2[2,1], which is not in sight",
                      "step 4: what is shown is not what makes the answer right",
                      "step 5: the slip “type cell:W_V/1[3,4] 1” is answered with “”",
                      "step 5: the solution does not do the task"}));
    EXPECT_EQ(faults_with("{\"read_out\": \"tots\"}]}", "{\"read_out\": \"pots\"}]}"),
              Faults{"step 5: the task holds before it begins"});
    const Faults others = faults_with({{"\"reveal\": [\"type cell:W_V/1[2,2] 2\"]", "\"reveal\": [\"head 1\"]"},
                                       {"[\"type token:4 t\"]", "[\"dance\"]"}});
    ASSERT_GE(others.size(), 2U);
    EXPECT_EQ(others.front(), "step 3: the reveal moves none of what is asked about");
    EXPECT_EQ(others[1].find("step 5: the slip “dance”: "), 0) << others[1];
}

const std::string asks_of_rows = "\"ask\": \"In how many rows of {name O} did column 2 change?\",";

TEST(LessonCheck, FindsNothingWrongInAWayBackAndInASolutionAboveTheStage) {
    EXPECT_EQ(faults_with({{asks_of_rows, asks_of_rows + " \"taught_in\": \"a-query/7\","},
                           {"\"solution\": [\"step W_V\", ", "\"solution\": ["}}),
              Faults());
}

TEST(LessonCheck, FindsAWayBackThatLeadsNowhereAndASolutionThatActsOnWhatIsNotInSight) {
    EXPECT_EQ(faults_with({{asks_of_rows, asks_of_rows + " \"taught_in\": \"a-query/70\","},
                           {"\"solution\": [\"step W_V\", ", "\"solution\": [\"step K\", "}}),
              Faults({"step 4: taught_in: the course has no “a-query/70”",
                      "step 5: the solution acts on cell:W_V/1[2,2], which is not in sight",
                      "step 5: the solution acts on cell:W_V/1[2,4], which is not in sight"}));
}

TEST(LessonCheck, FindsAPictureThatItsStepCannotShow) {
    const Faults faults =
        faults_with("\"before\": [\"type cell:W_V/1[2,2] 2\"",
                    "\"before\": [\"type cell:W_V/1[2,2] 2\", \"click action:picture/inner-product\"");
    ASSERT_FALSE(faults.empty());
    EXPECT_NE(faults.front().find("that picture cannot show what is in sight"), std::string::npos) << faults.front();
}

/// Lines that would lead out of the lesson, or out of its step.
const std::vector<std::string> ways_out{
    "key ctrl+z",         "click action:undo",         "click action:lesson-leave",  "click action:lesson-next",
    "click action:new",   "click action:preset/masks", "click action:see-how",       "click action:quit",
    "click action:start", "click action:lesson/quiz",  "type field:open-path x.npz", "type field:find leave"};

/// The faults of lesson 7 with one more line in a script. The % in `text` marks the line's place.
Faults faults_with_line(const std::string& text, const std::string& line) {
    const std::size_t at = text.find('%');
    return faults_with(text.substr(0, at) + text.substr(at + 1),
                       text.substr(0, at) + "\"" + line + "\", " + text.substr(at + 1));
}

const std::string in_solution = "\"solution\": [%\"step W_V\"";
const std::string in_reveal = "\"reveal\": [%\"step O\"";
const std::string in_slip = "{\"by\": [%";
const std::string in_before = "\"before\": [%\"type cell:W_V/1[2,2] 2\"";

void expect_refused(const std::string& place, const std::string& line) {
    const Faults faults = faults_with_line(place, line);
    const auto refuses = [&](const std::string& fault) {
        return fault.find("“" + line + "” leads out of the step") != std::string::npos ||
               fault.find("“" + line + "” is for the learner's own hands") != std::string::npos;
    };
    EXPECT_TRUE(std::ranges::any_of(faults, refuses)) << place << ", " << line;
}

TEST(LessonCheck, RefusesLinesThatLeadOutOfTheStepWhereverTheyStand) {
    for (const std::string& way : ways_out)
        expect_refused(in_solution, way);
    for (const std::string& place : {in_reveal, in_slip, in_before})
        for (const char* way : {"click action:lesson-leave", "click action:new"})
            expect_refused(place, way);
}

TEST(LessonCheck, LetsALineTakeBackWhatTheLinesBeforeItDid) {
    EXPECT_EQ(faults_with_line(in_reveal, "key ctrl+z"),
              Faults{"step 4: what is shown is not what makes the answer right"});
}

/// Every action; for those with an argument, some arguments.
std::vector<std::string> all_actions() {
    std::vector<std::string> ids;
    for (const Action& action : actions())
        ids.emplace_back(action.id);
    for (const ArgumentAction* const action : argument_actions())
        for (const char* argument : {"", "/1", "/A", "/W_Q/1[1,1]"})
            ids.push_back(std::string(action->id) + argument);
    return ids;
}

TEST(LessonLine, IsRefusedOrDoneWhateverItsAction) {
    const std::filesystem::path file = lesson_file(7);
    const Result<Lesson> lesson = load_lesson(file, assets);
    ASSERT_TRUE(lesson) << lesson.error().message;
    const auto window = Rehearsal::open(lesson->sessions.front(), assets, learners_window);
    ASSERT_TRUE(window) << window.error().message;
    constexpr std::size_t task = 4;
    (*window)->app().learn({file, task});
    (*window)->settle();
    for (const std::string& id : all_actions()) {
        static_cast<void>((*window)->act({"click action:" + id}));
        ASSERT_NE((*window)->run(), nullptr) << id << " ends the lesson";
        ASSERT_EQ((*window)->run()->lesson->id, "v-decides-what") << id;
        ASSERT_EQ((*window)->run()->step, task) << id;
        (*window)->app().workspace().overlay.reset();
        (*window)->app().begin_lesson_step_again();
        (*window)->settle();
    }
}

TEST(LessonCheck, FindsALessonThatTheQuizDoesNotAskAbout) {
    const TemporaryFolder folder;
    std::string quiz = *read_text_file(lesson_file(18), 1U << 20U);
    const std::string last = "where-weights-come-from/9";
    const std::size_t at = quiz.find(last);
    ASSERT_NE(at, std::string::npos);
    quiz.replace(at, last.size(), "mask-before/2");
    ASSERT_TRUE(write_text_file(folder / "quiz.json", quiz));
    EXPECT_EQ(faults_of_lesson(folder / "quiz.json", assets),
              Faults{"no question leads back to “where-weights-come-from”"});
}

TEST(LessonCheck, TheFirstMinuteIsAsItSays) {
    EXPECT_EQ(faults_of_lesson(assets / "lessons" / "first-minute.json", assets), Faults());
}

TEST(LessonCheck, FindsSymbolsAndHeadsThatOtherNotationsCallOtherwise) {
    EXPECT_EQ(faults_with({{"times a matrix, {name W_V}", "times a matrix, {name W_X}"},
                           {"{name W_V} of head {head 1} is about", "W_V of head 1 is about"}}),
              Faults({"step 2: {name W_X} names nothing",
                      "step 3: “W_V” stands in a text, and other notations call it otherwise; write {name W_V}",
                      "step 3: “1” stands in a text; write a reference such as {A/1[1,2]}, or list it as given"}));
}

TEST(LessonCheck, TriesAllNumbersThatMayBeDrawn) {
    const auto drawn = [](const std::string& second) {
        return faults_with("{\"text\": \"From the lesson before:\",",
                           "{\"text\": \"{x} in {A/1[{x},1]}\", \"drawn\": [{\"x\": 1}, {\"x\": " + second + "}],");
    };
    EXPECT_EQ(drawn("2"), Faults());
    EXPECT_EQ(drawn("9"), Faults{"with draw 1, step 1: {A/1[9,1]} names nothing"});
}

TEST(LessonCheck, FindsNumbersThatAreAskedForAndStandInSight) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "seen.json", R"({"version": 1, "id": "seen", "title": "Seen", "idea": "it",
        "names": [], "session": {"preset": "four-letters"}, "steps": [
        {"text": "Look.", "open": {"stage": "A", "head": 1, "row": 2, "column": 1}},
        {"text": "Then.", "open": {"stage": "scores", "head": 1, "row": 2, "column": 3},
         "bet": {"ask": "Which share?", "type": "A/1[2,3]"}},
        {"text": "It is {A/1[2,3]}.", "open": {"stage": "A", "head": 1, "row": 2, "column": 3},
         "bet": {"ask": "Which share?", "type": "A/1[2,3]"}}]})"));
    EXPECT_EQ(faults_of_lesson(folder / "seen.json", assets),
              Faults({"step 2: the number that is asked for stood in the picture before: A/1[2,3]",
                      "step 3: the number that is asked for stands in the picture: A/1[2,3]",
                      "step 3: the number that is asked for, 0.71, stands in its words"}));
}

/// The part of lesson 7 between the text of its fifth step and the question of its task.
const std::string between = "\",\n   \"open\": {\"stage\": \"V\", \"head\": 1, \"row\": 4, \"column\": 2},\n   "
                            "\"task\": {\"ask\": \"";

TEST(LessonCheck, FindsTextsThatDoNotFit) {
    const std::string sentence = "This sentence says again what the sentence before it has said already. ";
    std::string much;
    for (int i = 0; i < 6; ++i)
        much += sentence;
    const Faults faults = faults_with("{read_out}." + between, "{read_out}. " + much + between + much);
    ASSERT_FALSE(faults.empty());
    EXPECT_NE(faults.front().find("pixels too long for the window"), std::string::npos) << faults.front();
}

TEST(LessonCheck, FindsTextsThatDoNotFitInAnotherNotation) {
    std::string much;
    for (int i = 0; i < 54; ++i)
        much += " {name D}";
    const Faults faults = faults_with("{read_out}." + between, "{read_out}." + much + between + much + " ");
    ASSERT_FALSE(faults.empty());
    EXPECT_NE(faults.back().find("pixels too long for the window in the notation "), std::string::npos)
        << faults.back();
}

} // namespace
} // namespace attn
