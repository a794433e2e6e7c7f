#include "core/lesson/lesson_shelf.h"

#include "core/files/file.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace attn
