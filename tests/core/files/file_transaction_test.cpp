#include "core/files/file_transaction.h"

#include "tests/core/files/io_testing.h"
#include "tests/failing_calls.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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
        ASSERT_TRUE(std::filesystem::create_directory(folder / "blocked")); // no file can replace a folder
        EXPECT_FALSE(files.commit());
    }
    EXPECT_EQ(content_of(folder / "old.txt"), "old");
    EXPECT_FALSE(std::filesystem::exists(folder / "new.txt"));
    EXPECT_EQ(folder.count_files(), 2U);
}

TEST(FileTransaction, KeepsTheOldFileWhereItCannotComeBack) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "old.txt", "old"));
    {
        FileTransaction files;
        ASSERT_TRUE(files.write(folder / "old.txt", "new"));
        ASSERT_TRUE(files.write(folder / "blocked", "new"));
        ASSERT_TRUE(std::filesystem::create_directory(folder / "blocked"));
        EXPECT_FALSE(files.commit());
        ASSERT_TRUE(std::filesystem::remove(folder / "old.txt")); // another file takes its place
        ASSERT_TRUE(std::filesystem::create_directory(folder / "old.txt"));
    }
    const auto is_old = [](const std::filesystem::directory_entry& entry) {
        return entry.is_regular_file() && content_of(entry.path()) == "old";
    };
    const std::filesystem::directory_iterator entries(folder.path());
    EXPECT_EQ(std::count_if(begin(entries), end(entries), is_old), 1);
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

/// True if the process was killed at its n-th rename; false if it ended before, successfully.
bool is_killed_at_rename(int nth, const std::filesystem::path& folder) {
    const pid_t child = ::fork();
    if (child == 0) {
        const KillingCalls killing(SystemCall::rename, nth);
        FileTransaction files;
        const bool is_done = files.make_folder(folder) && files.write(folder / "a", "a") &&
                             files.write(folder / "b", "b") && files.write(folder / "c", "c") && files.commit();
        ::_exit(is_done ? 0 : 1);
    }
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

TEST(FileTransaction, LeavesANewFolderWholeOrNotAtAllWhereverItIsKilled) {
    const TemporaryFolder folder;
    int nth = 1;
    for (; is_killed_at_rename(nth, folder / "made"); ++nth)
        EXPECT_FALSE(std::filesystem::exists(folder / "made")) << "killed at rename " << nth;
    EXPECT_GE(nth, 4) << "each file, and the folder";
    for (const char* const name : {"a", "b", "c"})
        EXPECT_EQ(content_of(folder / "made" / name), name);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1)
        << "what the killed ones left is gone";
}

} // namespace
} // namespace attn
