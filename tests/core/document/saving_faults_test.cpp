// The session file after a saving that fails, is killed, or meets another.

#include "core/document/files/trace_file.h"
#include "core/engine/engine.h"
#include "core/files/file.h"
#include "tests/core/document/large_session.h"
#include "tests/failing_calls.h"
#include "tests/temporary_folder.h"
#include "tests/thoroughness.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace attn {
namespace {

using test::after;
using test::equal_sessions;
using test::large_session;
using test::small_session;

/// The session with one number changed: one is the old, one the new.
Session changed(const Session& session) {
    return after(session, SetCell{{0, ArrayId::W_Q, 0, 1, 0, 0}, 7.5F});
}

std::string bytes_in(const std::filesystem::path& path) {
    auto bytes = read_text_file(path);
    EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().message);
    return bytes ? *bytes : std::string();
}

TEST(SavingFaults, OfEveryCallLeaveTheOldSessionOrTheNewOne) {
    for (const Session& session : {small_session(), large_session()}) {
        const TemporaryFolder folder;
        ASSERT_TRUE(save_session(session, folder / "old"));
        ASSERT_TRUE(save_session(changed(session), folder / "new"));
        const std::string old_bytes = bytes_in(folder / "old");
        const std::string new_bytes = bytes_in(folder / "new");
        for (const bool was_there : {true, false})
            with_every_call_failing(
                [&] {
                    std::error_code ignored;
                    std::filesystem::remove(folder / "file", ignored);
                    if (was_there)
                        std::filesystem::create_hard_link(folder / "old", folder / "file", ignored);
                    return save_session(changed(session), folder / "file");
                },
                [&](const Result<void>& saved) {
                    const bool is_there = std::filesystem::exists(folder / "file");
                    EXPECT_EQ(is_there, was_there || saved);
                    if (is_there)
                        EXPECT_TRUE(bytes_in(folder / "file") == (saved ? new_bytes : old_bytes));
                    EXPECT_TRUE(bytes_in(folder / "old") == old_bytes);
                    EXPECT_EQ(folder.count_files(), is_there ? 3U : 2U) << "nothing temporary is left";
                });
    }
}

TEST(SavingFaults, OfEveryCallLeaveAWholeTraceOrNone) {
    const TemporaryFolder folder;
    Engine engine;
    const Trace& trace = engine.compute(large_session().layer());
    ASSERT_TRUE(write_trace(trace, folder / "whole.npz"));
    const std::string whole = bytes_in(folder / "whole.npz");
    int failures = 0;
    with_every_call_failing(
        [&] {
            std::filesystem::remove(folder / "t.npz");
            return write_trace(trace, folder / "t.npz");
        },
        [&](const Result<void>& written) {
            failures += written ? 0 : 1;
            ASSERT_EQ(std::filesystem::exists(folder / "t.npz"), static_cast<bool>(written));
            if (written)
                EXPECT_TRUE(bytes_in(folder / "t.npz") == whole);
            EXPECT_EQ(folder.count_files(), written ? 2U : 1U) << "nothing temporary is left";
        });
    EXPECT_GE(failures, 4) << "a file is opened, written, made safe and renamed";
}

/// A process that saves two sessions over each other until it is killed, or `times` times.
pid_t start_saving(const std::array<Session, 2>& sessions, const std::filesystem::path& path, int ready, int times) {
    const pid_t child = ::fork();
    if (child != 0)
        return child;
    for (int i = 0; i < times; ++i) {
        const bool saved = static_cast<bool>(save_session(sessions.at(static_cast<std::size_t>(i % 2)), path));
        if (!saved || (i == 0 && ::write(ready, "", 1) != 1))
            ::_exit(1);
    }
    ::_exit(0);
}

bool is_one_of(const std::array<Session, 2>& sessions, const std::filesystem::path& path) {
    const auto session = load_session(path);
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return session && (equal_sessions(*session, sessions[0]) || equal_sessions(*session, sessions[1]));
}

class SavingInProcesses : public testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(::pipe(ready_.data()), 0); }
    void TearDown() override {
        ::close(ready_[0]);
        ::close(ready_[1]);
    }
    /// Waits until a process has saved once.
    void wait_for_one() const {
        char byte = 0;
        ASSERT_EQ(::read(ready_[0], &byte, 1), 1);
    }

    // One is text, one is packed: the two formats replace each other too.
    std::array<Session, 2> sessions_{small_session(), large_session()};
    std::array<int, 2> ready_{};
};

TEST_F(SavingInProcesses, AKillAtAnyMomentLeavesOneWholeSessionAndNoRubbishForLong) {
    const int kills = is_at_night() ? 200 : 20;
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "s.json";
    std::minstd_rand random(static_cast<unsigned>(::getpid()));
    for (int i = 0; i < kills; ++i) {
        constexpr int endlessly = 1'000'000;
        const pid_t child = start_saving(sessions_, path, ready_[1], endlessly);
        wait_for_one();
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 20000)); // any moment
        ASSERT_EQ(::kill(child, i % 2 == 0 ? SIGKILL : SIGTERM), 0);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status)) << "it could save all the time";
        ASSERT_TRUE(is_one_of(sessions_, path)) << "kill " << i;
    }
    ASSERT_TRUE(save_session(sessions_[0], path));
    EXPECT_EQ(folder.count_files(), 1U) << "what the killed have left is gone with the next saving";
}

TEST_F(SavingInProcesses, TwoWritersAtOnceLeaveOneWholeSession) {
    constexpr int times = 60;
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "s.json";
    const std::array<Session, 2> swapped{sessions_[1], sessions_[0]};
    const std::array<pid_t, 2> writers{start_saving(sessions_, path, ready_[1], times),
                                       start_saving(swapped, path, ready_[1], times)};
    wait_for_one();
    for (const pid_t writer : writers) {
        int status = 0;
        while (::waitpid(writer, &status, WNOHANG) == 0)
            ASSERT_TRUE(is_one_of(sessions_, path)) << "while it is written";
        ASSERT_TRUE(WIFEXITED(status));
        EXPECT_EQ(WEXITSTATUS(status), 0) << "both can save";
    }
    EXPECT_TRUE(is_one_of(sessions_, path));
    EXPECT_EQ(folder.count_files(), 1U);
}

} // namespace
} // namespace attn
