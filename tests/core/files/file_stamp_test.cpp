#include "core/files/file_stamp.h"

#include "tests/core/files/io_testing.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(FileStamp, TellsAFileThatSomebodyElseWrote) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", "mine"));
    const auto stamp = stamp_of(folder / "a");
    ASSERT_TRUE(stamp);
    EXPECT_FALSE(has_changed(folder / "a", *stamp));
    ASSERT_TRUE(write_text_file(folder / "a", "his!"));
    EXPECT_TRUE(has_changed(folder / "a", *stamp));
}

TEST(FileStamp, IsNotFooledByATimeThatWasPutBack) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", "mine"));
    const auto stamp = stamp_of(folder / "a");
    const auto time = std::filesystem::last_write_time(folder / "a");
    ASSERT_TRUE(write_text_file(folder / "a", "his!"));
    std::filesystem::last_write_time(folder / "a", time);
    EXPECT_TRUE(has_changed(folder / "a", *stamp));
}

TEST(FileStamp, TakesTheSameContentAndNoFileForNoChange) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", "mine"));
    const auto stamp = stamp_of(folder / "a");
    ASSERT_TRUE(write_text_file(folder / "a", "mine"));
    std::filesystem::last_write_time(folder / "a", std::filesystem::file_time_type::clock::now());
    EXPECT_FALSE(has_changed(folder / "a", *stamp));
    std::filesystem::remove(folder / "a");
    EXPECT_FALSE(has_changed(folder / "a", *stamp));
    EXPECT_FALSE(stamp_of(folder / "a"));
}

} // namespace
} // namespace attn
