#include "core/files/file_transaction.h"

#include "tests/core/files/io_testing.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace attn {
namespace {

TEST(FileTransaction, AppearsWithItsFolderOnlyWhenItIsCommitted) {
    const TemporaryFolder folder;
    for (const bool commits : {false, true}) {
        FileTransaction files;
        ASSERT_TRUE(files.make_folder(folder / "made"));
        ASSERT_TRUE(files.write(folder / "made/a.txt", "a"));
        EXPECT_FALSE(std::filesystem::exists(folder / "made/a.txt"));
        if (commits)
            ASSERT_TRUE(files.commit());
        EXPECT_EQ(std::filesystem::exists(folder / "made/a.txt"), commits);
    }
    EXPECT_EQ(content_of(folder / "made/a.txt"), "a");
    {
        FileTransaction files;
        ASSERT_TRUE(files.make_folder(folder / "other"));
        ASSERT_TRUE(files.write(folder / "other/a.txt", "a"));
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "other"));
}

TEST(FileTransaction, ThatIsGivenUpLeavesWhatWasThereBefore) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "old.txt", "old"));
    {
        FileTransaction files;
        ASSERT_TRUE(files.make_folder(folder.path()));
        ASSERT_TRUE(files.write(folder / "old.txt", "new"));
        ASSERT_TRUE(files.write(folder / "new.txt", "new"));
    }
    EXPECT_EQ(content_of(folder / "old.txt"), "old");
    EXPECT_EQ(folder.count_files(), 1U);
}

TEST(FileTransaction, PutsBackWhatItReplacedWhenALaterFileCannotAppear) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "old.txt", "old"));
    {
        FileTransaction files;
        ASSERT_TRUE(files.write(folder / "old.txt", "new"));
        ASSERT_TRUE(files.write(folder / "new.txt", "new"));
        ASSERT_TRUE(files.write(folder / "blocked", "new"));
        ASSERT_TRUE(std::filesystem::create_directory(folder / "blocked")); // no file takes the name of a folder
        EXPECT_FALSE(files.commit());
    }
    EXPECT_EQ(content_of(folder / "old.txt"), "old");
    EXPECT_FALSE(std::filesystem::exists(folder / "new.txt"));
    EXPECT_EQ(folder.count_files(), 2U);
}

TEST(FileTransaction, TakesMoreFilesThanAProcessMayHaveOpen) {
    const TemporaryFolder folder;
    FileTransaction files;
    for (int i = 0; i < 1500; ++i)
        ASSERT_TRUE(files.write(folder / std::to_string(i), "x")) << i;
    ASSERT_TRUE(files.commit());
    EXPECT_EQ(folder.count_files(), 1500U);
}

TEST(FileTransaction, TakesAFileThatIsOnTheDiskAlready) {
    const TemporaryFolder folder;
    FileTransaction files;
    AtomicFile file(folder / "a");
    file.append(std::as_bytes(std::span("a", 1)));
    ASSERT_TRUE(file.prepare());
    ASSERT_TRUE(files.add(std::move(file)));
    EXPECT_FALSE(std::filesystem::exists(folder / "a"));
    ASSERT_TRUE(files.commit());
    EXPECT_EQ(content_of(folder / "a"), "a");
}

TEST(FileTransaction, NeedsAFolderThatCanBeMade) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "file", ""));
    FileTransaction files;
    EXPECT_FALSE(files.make_folder(folder / "file"));
    EXPECT_FALSE(files.make_folder(folder / "a" / "b"));
}

} // namespace
} // namespace attn
