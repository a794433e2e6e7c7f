#include "app/lesson_pages.h"

#include "core/files/file.h"
#include "tests/app/assets.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

const std::filesystem::path lecture_file = assets / "lessons" / "lecture-five-notes.json";

TEST(LessonPages, AreWrittenForWhoLecturesAndForTheAudience) {
    const TemporaryFolder folder;
    for (const LessonPages kind : {LessonPages::storyboard, LessonPages::handout}) {
        const auto written = lesson_pages_command(kind, lecture_file, folder / "pages.pdf", assets);
        ASSERT_TRUE(written) << written.error().message;
        EXPECT_TRUE(read_text_file(folder / "pages.pdf", 1U << 24U)->starts_with("%PDF"));
    }
}

TEST(LessonPages, RefuseWhatTheyCannotWriteOrRead) {
    const TemporaryFolder folder;
    const auto refused = [&](const std::filesystem::path& lesson, const std::string& output) {
        return !lesson_pages_command(LessonPages::handout, lesson, folder / output, assets);
    };
    EXPECT_TRUE(refused(lecture_file, "pages.txt"));
    EXPECT_TRUE(refused(folder / "none.json", "pages.pdf"));
    EXPECT_EQ(folder.count_files(), 0);
}

TEST(LessonPages, AreWrittenOfALessonWhoseLinesWouldLeadOutOfIt) {
    const TemporaryFolder folder;
    std::string lesson = *read_text_file(assets / "lessons" / "lesson-07.json", 1U << 20U);
    for (const std::string lines : {"\"solution\": [", "\"reveal\": [", "\"before\": ["})
        lesson.replace(lesson.find(lines), lines.size(), lines + "\"click action:lesson-leave\", ");
    ASSERT_TRUE(write_text_file(folder / "leaves.json", lesson));
    const auto written =
        lesson_pages_command(LessonPages::storyboard, folder / "leaves.json", folder / "pages.pdf", assets);
    EXPECT_TRUE(written) << written.error().message;
}

} // namespace
} // namespace attn
