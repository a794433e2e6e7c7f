#include "app/lesson_grade.h"

#include "core/document/files/session_file.h"
#include "core/document/session/edits.h"
#include "core/document/sources/presets.h"
#include "core/files/file.h"
#include "core/lesson/lesson.h"
#include "tests/app/assets.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

const std::filesystem::path lesson = assets / "lessons" / "lesson-07.json";

/// Saves the session "four-letters" after edits of W_V of head 1, as (row, column, number).
void save_attempt(const std::filesystem::path& file, const std::vector<std::tuple<Index, Index, float>>& edits) {
    Session session = *load_preset(assets, "four-letters");
    for (const auto& [row, column, number] : edits)
        session = apply(session, SetCell{{0, ArrayId::W_V, 0, 0, row - 1, column - 1}, number})->session;
    ASSERT_TRUE(save_session(session, file));
}

TEST(LessonGrade, SaysWhichTasksHoldAndWhichSlipWasMade) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "class");
    save_attempt(folder / "class/ada.json", {{2, 2, 0}, {2, 4, 1}});
    save_attempt(folder / "class/bo.json", {{3, 4, 1}});
    save_attempt(folder / "class/cy.json", {});
    ASSERT_TRUE(write_text_file(folder / "class/di.json", "{"));
    testing::internal::CaptureStdout();
    const auto status = lesson_grade_command(lesson, folder / "class", folder / "class.csv", assets);
    const std::string said = testing::internal::GetCapturedStdout();
    ASSERT_TRUE(status) << status.error().message;
    EXPECT_EQ(*status, 1);
    const std::string table = *read_text_file(folder / "class.csv", 1U << 20U);
    EXPECT_EQ(table.find("file,step 5,bet 1,bet 3,bet 4,problem\n"), 0) << table;
    EXPECT_NE(table.find("ada.json,holds,,,,\n"), std::string::npos) << table;
    EXPECT_NE(table.find("bo.json,\"That is what s hands over as it is read."), std::string::npos) << table;
    EXPECT_NE(table.find("cy.json,does not hold,,,,\n"), std::string::npos) << table;
    EXPECT_NE(table.find("di.json,,"), std::string::npos) << table;
    EXPECT_NE(said.find("   1 × step 5: holds"), std::string::npos) << said;
}

TEST(LessonGrade, ReadsWhatTheLearnerAnsweredAndSaysOfOtherLessonsThatTheyAre) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "class");
    const auto save = [&](const std::string& name, const LessonWork& work) {
        Session session = *load_preset(assets, "four-letters");
        session.lesson = work;
        ASSERT_TRUE(save_session(session, folder / "class" / name));
    };
    save("ada.json", {"v-decides-what", 5, 0, {}, {{0, "nothing", true}, {2, "V, A", false}}, {}});
    save("bo.json", {"a-query", 5, 0, {}, {}, {}});
    testing::internal::CaptureStdout();
    const auto status = lesson_grade_command(lesson, folder / "class", folder / "class.csv", assets);
    const std::string said = testing::internal::GetCapturedStdout();
    ASSERT_TRUE(status) << status.error().message;
    const std::string table = *read_text_file(folder / "class.csv", 1U << 20U);
    EXPECT_EQ(table.find("file,step 5,bet 1,bet 3,bet 4,problem\n"), 0) << table;
    EXPECT_NE(table.find("ada.json,does not hold,right,\"V, A\",,\n"), std::string::npos) << table;
    EXPECT_NE(table.find("bo.json,,,,,is of the lesson “a-query”\n"), std::string::npos) << table;
    EXPECT_NE(said.find("   1 × bet of step 3: “V, A” was answered"), std::string::npos) << said;
}

TEST(LessonGrade, TakesNobodysWordForWhatTheyDid) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "class");
    const auto save = [&](const std::string& name, const LessonWork& work, float handed_over) {
        Session session = *load_preset(assets, "four-letters");
        session = apply(session, SetCell{{0, ArrayId::W_V, 0, 0, 1, 1}, 0})->session;
        session = apply(session, SetCell{{0, ArrayId::W_V, 0, 0, 1, 3}, handed_over})->session;
        session.lesson = work;
        ASSERT_TRUE(save_session(session, folder / "class" / name));
    };
    const std::vector<LessonAnswer> boasts{{0, "they grow", true}, {2, "Q", true}, {3, "anything", true}};
    const std::vector<LessonAnswer> modest{{0, "nothing", false}, {2, "V, O, Y", false}, {3, "all four", false}};
    save("ada.json", {"v-decides-what", 4, 0, {}, boasts, {4}}, -1);
    save("bo.json", {"v-decides-what", 4, 0, {}, modest, {}}, 1);
    testing::internal::CaptureStdout();
    const auto status = lesson_grade_command(lesson, folder / "class", folder / "class.csv", assets);
    testing::internal::GetCapturedStdout();
    ASSERT_TRUE(status) << status.error().message;
    const std::string table = *read_text_file(folder / "class.csv", 1U << 20U);
    EXPECT_NE(table.find("ada.json,\"does not hold in this session, which says it was done\",they grow,Q,anything,\n"),
              std::string::npos)
        << table;
    EXPECT_NE(table.find("bo.json,holds,right,right,right,\n"), std::string::npos) << table;
}

TEST(LessonGrade, SaysNothingThatATerminalObeys) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "class");
    Session session = *load_preset(assets, "four-letters");
    session.lesson = LessonWork{"v-decides-what", 4, 0, {}, {{0, "\x1b[2J\rright", false}}, {}};
    ASSERT_TRUE(save_session(session, folder / "class/ada.json"));
    session.lesson->lesson = "\x1b]0;gone\x07";
    ASSERT_TRUE(save_session(session, folder / "class/bo.json"));
    testing::internal::CaptureStdout();
    ASSERT_TRUE(lesson_grade_command(lesson, folder / "class", folder / "class.csv", assets));
    const std::string said = testing::internal::GetCapturedStdout();
    const std::string table = *read_text_file(folder / "class.csv", 1U << 20U);
    for (const std::string& text : {said, table})
        EXPECT_EQ(text.find_first_of("\x1b\r\x07"), std::string::npos) << text;
    EXPECT_NE(table.find("?[2J?right"), std::string::npos) << table;
}

TEST(LessonGrade, ReadsAQuizInTheOrderInWhichItWasAsked) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "class");
    const std::filesystem::path quiz = assets / "lessons" / "lesson-18.json";
    const auto drawn = load_lesson(quiz, assets, {7, {}});
    ASSERT_TRUE(drawn);
    LessonWork work{"quiz", 22, 7, {}, {}, {}};
    for (Index step = 1; step < std::ssize(drawn->steps); ++step)
        work.answers.push_back({step, std::to_string(drawn->steps[static_cast<std::size_t>(step)].written), false});
    Session session = *load_preset(assets, "four-letters");
    session.lesson = work;
    ASSERT_TRUE(save_session(session, folder / "class/ada.json"));
    testing::internal::CaptureStdout();
    ASSERT_TRUE(lesson_grade_command(quiz, folder / "class", folder / "class.csv", assets));
    testing::internal::GetCapturedStdout();
    std::string answers = "ada.json";
    for (int question = 1; question <= 22; ++question)
        answers += "," + std::to_string(question);
    const std::string table = *read_text_file(folder / "class.csv", 1U << 20U);
    EXPECT_NE(table.find(answers + ",\n"), std::string::npos) << table;
}

TEST(LessonGrade, RefusesWhatItCannotGrade) {
    const TemporaryFolder folder;
    EXPECT_FALSE(lesson_grade_command(lesson, folder.path(), std::nullopt, assets)) << "no sessions";
    EXPECT_FALSE(lesson_grade_command(lesson, folder / "none", std::nullopt, assets));
    EXPECT_FALSE(lesson_grade_command(folder / "none.json", folder.path(), std::nullopt, assets));
}

} // namespace
} // namespace attn
