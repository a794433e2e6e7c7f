#include "core/lesson/lesson_shelf.h"

#include "core/files/file.h"
#include "core/lesson/course_record.h"
#include "tests/temporary_folder.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <map>
#include <string>

namespace attn {
namespace {

TEST(LessonShelf, NamesWhatCannotBeReadAndHasTheOthers) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "lessons");
    const auto write = [&](const std::string& name, const std::string& text) {
        ASSERT_TRUE(write_text_file(folder / "lessons" / name, text));
    };
    write("lesson-02.json", R"({"version": 1, "id": "second", "number": 2, "title": "2", "steps": [{}]})");
    write("lesson-01.json", R"({"version": 1, "id": "first", "number": 1, "title": "1", "steps": []})");
    write("lesson-03.json", "{");
    write("lecture-one.json",
          R"({"version": 1, "id": "one", "lecture": true, "title": "On a wall", "steps": [{}, {}]})");
    write("session.json", "{");
    const LessonShelf shelf(folder.path());
    EXPECT_FALSE(shelf.is_read()) << "nobody asked yet";
    ASSERT_EQ(shelf.labels().size(), 2);
    EXPECT_EQ(shelf.labels().front().id, "first");
    EXPECT_EQ(shelf.find("second")->steps, 1);
    EXPECT_EQ(shelf.find("third"), nullptr);
    ASSERT_EQ(shelf.lectures().size(), 1) << "which are no part of the course";
    EXPECT_EQ(shelf.find("one")->steps, 2);
    ASSERT_EQ(shelf.unreadable().size(), 1);
    EXPECT_NE(shelf.unreadable().front().message.find("lesson-03.json"), std::string::npos);
}

/// A course of three lessons and a quiz, each of one step.
class Course : public testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directory(folder_ / "lessons");
        for (int number = 1; number <= 4; ++number)
            ASSERT_TRUE(write_text_file(
                folder_ / "lessons" / fmt::format("lesson-0{}.json", number),
                fmt::format(R"({{"version": 1, "id": "{0}", "number": {0}, "title": "{0}"{1}, "steps": [{{}}]}})",
                            number, number == 4 ? R"(, "quiz": true)" : "")));
    }

    /// The id of the next lesson; empty if there is none.
    std::string next_after(const std::map<std::string, Index>& progress) const {
        CourseRecord record;
        record.lesson_progress = progress;
        const LessonShelf shelf(folder_.path());
        const LessonLabel* const next = record.next_lesson(shelf);
        return next == nullptr ? std::string() : next->id;
    }

    const TemporaryFolder folder_;
};

TEST_F(Course, GoesOnWithTheLessonBegunThenTheNextThenThoseThatWereSkippedAndTheQuizLast) {
    EXPECT_EQ(next_after({}), "1");
    EXPECT_EQ(next_after({{"1", 1}, {"3", 0}}), "3") << "it was begun";
    EXPECT_EQ(next_after({{"1", 1}}), "2");
    EXPECT_EQ(next_after({{"2", 1}}), "3") << "and not the first, which was skipped";
    EXPECT_EQ(next_after({{"2", 1}, {"3", 1}}), "1") << "the quiz asks about it";
    EXPECT_EQ(next_after({{"1", 1}, {"2", 1}, {"3", 1}}), "4");
    EXPECT_EQ(next_after({{"1", 1}, {"2", 1}, {"3", 1}, {"4", 1}}), "");
}

} // namespace
} // namespace attn
