#include "core/io/made_files.h"

#include "core/io/file.h"
#include "tests/temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(MadeFiles, GoAgainWithTheirFolderUnlessTheyAreKept) {
    const TemporaryFolder folder;
    for (const bool keeps : {false, true}) {
        MadeFiles files(folder / "made");
        ASSERT_TRUE(files.open());
        ASSERT_TRUE(files.write("a.txt", "a"));
        if (keeps)
            files.keep();
    }
    EXPECT_TRUE(std::filesystem::exists(folder / "made" / "a.txt"));
    {
        MadeFiles files(folder / "other");
        ASSERT_TRUE(files.open());
        ASSERT_TRUE(files.write("a.txt", "a"));
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "other"));
}

TEST(MadeFiles, LeaveWhatWasThereBefore) {
    const TemporaryFolder folder;
    std::ofstream(folder / "old.txt") << "old";
    {
        MadeFiles files(folder.path());
        ASSERT_TRUE(files.open());
        ASSERT_TRUE(files.write("old.txt", "new"));
        ASSERT_TRUE(files.write("new.txt", "new"));
    }
    EXPECT_TRUE(std::filesystem::exists(folder / "old.txt"));
    EXPECT_FALSE(std::filesystem::exists(folder / "new.txt"));
}

TEST(MadeFiles, NeedAFolderThatCanBeMade) {
    const TemporaryFolder folder;
    std::ofstream(folder / "file") << "";
    MadeFiles in_a_file(folder / "file");
    EXPECT_FALSE(in_a_file.open());
    MadeFiles deep(folder / "a" / "b");
    EXPECT_FALSE(deep.open());
}

} // namespace
} // namespace attn
