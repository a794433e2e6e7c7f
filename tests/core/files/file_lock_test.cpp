#include "core/files/file_lock.h"

#include "tests/core/files/io_testing.h"

#include <csignal>
#include <gtest/gtest.h>
#include <sys/wait.h>

namespace attn {
namespace {

TEST(FileLock, HasOneHolderAtATime) {
    const TemporaryFolder folder;
    {
        auto lock = FileLock::acquire(folder / "a.lock");
        ASSERT_TRUE(lock);
        EXPECT_FALSE(FileLock::acquire(folder / "a.lock"));
        EXPECT_TRUE(FileLock::is_held(folder / "a.lock"));
        EXPECT_TRUE(FileLock::acquire(folder / "b.lock"));
        const FileLock moved = *std::move(lock);
        EXPECT_FALSE(FileLock::acquire(folder / "a.lock"));
    }
    EXPECT_EQ(folder.count_files(), 0U) << "nothing is left where it lives";
    EXPECT_FALSE(FileLock::is_held(folder / "a.lock"));
    EXPECT_TRUE(FileLock::acquire(folder / "a.lock"));
    EXPECT_FALSE(FileLock::acquire(folder / "missing" / "a.lock"));
}

TEST(FileLock, GoesWithAProcessThatIsKilled) {
    const TemporaryFolder folder;
    std::array<int, 2> ready{};
    ASSERT_EQ(::pipe(ready.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto lock = FileLock::acquire(folder / "a.lock");
        static_cast<void>(::write(ready[1], lock ? "y" : "n", 1) == 1);
        for (;;)
            ::pause();
    }
    char got = 'n';
    ASSERT_EQ(::read(ready[0], &got, 1), 1);
    EXPECT_EQ(got, 'y');
    EXPECT_FALSE(FileLock::acquire(folder / "a.lock"));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_TRUE(FileLock::acquire(folder / "a.lock"));
    ::close(ready[0]);
    ::close(ready[1]);
}

} // namespace
} // namespace attn
