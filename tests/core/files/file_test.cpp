#include "core/files/file.h"

#include "core/files/atomic_file.h"
#include "tests/core/files/io_testing.h"

#include <csignal>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace attn {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

mode_t mode_of(const std::filesystem::path& path) {
    struct stat status = {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 07777U;
}

/// Gives up root's privileges, which allow everything, for a while.
class WithoutPrivileges {
public:
    WithoutPrivileges() { EXPECT_TRUE(user_ != 0 || ::seteuid(65534) == 0); }
    WithoutPrivileges(const WithoutPrivileges&) = delete;
    WithoutPrivileges& operator=(const WithoutPrivileges&) = delete;
    ~WithoutPrivileges() { EXPECT_TRUE(user_ != 0 || ::seteuid(0) == 0); }

private:
    uid_t user_ = ::geteuid();
};

} // namespace

TEST(File, ReadsBackWhatWasWritten) {
    const TemporaryFolder folder;
    const std::string content("line\nbyte \0 and \xFF", 17);
    ASSERT_TRUE(write_text_file(folder / "a", content));
    EXPECT_EQ(content_of(folder / "a"), content);
    EXPECT_EQ(folder.count_files(), 1U);
}

TEST(File, OneThatStaysOpenIsReadInParts) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", "old text"));
    const auto file = RandomAccessFile::open(folder / "a");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->size(), 8U);
    ASSERT_TRUE(write_text_file(folder / "a", "new")); // another file of the same name
    std::string part(4, ' ');
    ASSERT_TRUE(file->read(4, std::as_writable_bytes(std::span(part))));
    EXPECT_EQ(part, "text");
}

TEST(File, OneThatIsCutWhileItIsOpenIsAnError) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", "0123456789"));
    const auto file = RandomAccessFile::open(folder / "a");
    ASSERT_TRUE(file);
    ASSERT_EQ(::truncate((folder / "a").c_str(), 6), 0);
    std::string part(4, ' ');
    EXPECT_TRUE(file->read(2, std::as_writable_bytes(std::span(part))));
    EXPECT_EQ(message_of(file->read(4, std::as_writable_bytes(std::span(part)))),
              "the file was cut while it was open: it ends at byte 6, 10 were there");
}

TEST(File, SaysWhatCannotBeRead) {
    const TemporaryFolder folder;
    EXPECT_THAT(message_of(read_file(folder / "missing")),
                EndsWith("missing: cannot be read: No such file or directory"));
    EXPECT_THAT(message_of(read_file(folder / "")), EndsWith("is a folder, a file was expected"));
    EXPECT_THAT(message_of(RandomAccessFile::open(folder / "")), EndsWith("is a folder, a file was expected"));
    EXPECT_THAT(message_of(read_file("/dev/zero")), EndsWith("is a pipe or device, a file was expected"));
    EXPECT_THAT(message_of(read_file(folder / "two\nlines")), HasSubstr("two?lines"));
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_THAT(message_of(read_file(folder / "pipe")), EndsWith("is a pipe or device, a file was expected"));
}

TEST(File, WithoutPermissionIsNotRead) {
    const WithoutPrivileges nobody;
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", "x"));
    ASSERT_EQ(::chmod((folder / "a").c_str(), 0), 0);
    EXPECT_THAT(message_of(read_file(folder / "a")), EndsWith("Permission denied"));
}

TEST(File, BeyondTheLimitIsNotRead) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", "12345"));
    EXPECT_TRUE(read_file(folder / "a", 5));
    EXPECT_THAT(message_of(read_file(folder / "a", 4)), EndsWith("has 5 bytes, at most 4 are read"));
}

TEST(File, AHugeSparseFileIsRefusedBeforeMemoryIsTaken) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", ""));
    ASSERT_EQ(::truncate((folder / "a").c_str(), off_t{1} << 40), 0);
    EXPECT_THAT(message_of(read_file(folder / "a")), HasSubstr("has 1099511627776 bytes, at most"));
}

TEST(AtomicFile, LeavesTheOldFileWhenItIsNotCommitted) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", "old"));
    {
        AtomicFile file(folder / "a");
        file.append(std::as_bytes(std::span("new", 3)));
    }
    EXPECT_EQ(content_of(folder / "a"), "old");
    EXPECT_EQ(folder.count_files(), 1U);
}

TEST(AtomicFile, ReplacesBytesThatAreStillInMemoryAndThoseThatAreNot) {
    const TemporaryFolder folder;
    AtomicFile file(folder / "a");
    const std::string large(std::size_t{3} << 20, 'x');
    file.append(std::as_bytes(std::span(large)));
    file.append(std::as_bytes(std::span("tail", 4)));
    file.replace(1, std::as_bytes(std::span("A", 1)));
    file.replace(large.size(), std::as_bytes(std::span("T", 1)));
    ASSERT_TRUE(file.commit());
    const std::string content = content_of(folder / "a");
    EXPECT_EQ(content.size(), large.size() + 4);
    EXPECT_EQ(content.substr(0, 3), "xAx");
    EXPECT_EQ(content.substr(large.size()), "Tail");
}

TEST(AtomicFile, KeepsTheModeOfTheFileThatItReplaces) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", "old"));
    ASSERT_EQ(::chmod((folder / "a").c_str(), 0640), 0);
    ASSERT_TRUE(write_text_file(folder / "a", "new"));
    EXPECT_EQ(mode_of(folder / "a"), 0640U);
}

TEST(AtomicFile, NobodyReadsAPrivateFileWhileItIsWritten) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", "old"));
    ASSERT_EQ(::chmod((folder / "a").c_str(), 0600), 0);
    AtomicFile file(folder / "a");
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        EXPECT_EQ(mode_of(entry.path()), 0600U) << entry.path();
    file.append(std::as_bytes(std::span("new", 3)));
    ASSERT_TRUE(file.commit());
    EXPECT_EQ(mode_of(folder / "a"), 0600U);
}

TEST(AtomicFile, ANewFileHasTheModeThatTheUserWants) {
    const TemporaryFolder folder;
    const mode_t before = ::umask(027);
    EXPECT_TRUE(write_text_file(folder / "a", "new"));
    ::umask(before);
    EXPECT_EQ(mode_of(folder / "a"), 0640U);
}

TEST(AtomicFile, InMemoryThatLooksLikeADeviceIsReplacedAsAWhole) {
    std::error_code ignored;
    if (!std::filesystem::is_directory("/dev/shm", ignored) || ::access("/dev/shm", W_OK) != 0)
        GTEST_SKIP() << "no /dev/shm here";
    std::string name = "/dev/shm/attention-lab-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    const std::filesystem::path folder = name;
    ASSERT_TRUE(write_text_file(folder / "a", "a long old content"));
    ASSERT_TRUE(write_text_file(folder / "a", "new"));
    EXPECT_EQ(content_of(folder / "a"), "new");
    std::filesystem::remove_all(folder);
}

TEST(AtomicFile, APipeGetsEverythingAndStaysAPipe) {
    const TemporaryFolder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    const FileDescriptor reader(::open((folder / "pipe").c_str(), O_RDONLY | O_NONBLOCK));
    ASSERT_TRUE(write_text_file(folder / "pipe", "all of it"));
    std::string got(100, ' ');
    got.resize(static_cast<std::size_t>(::read(reader.number(), got.data(), got.size())));
    EXPECT_EQ(got, "all of it");
    EXPECT_TRUE(std::filesystem::is_fifo(folder / "pipe"));
    EXPECT_EQ(folder.count_files(), 1U);
}

TEST(AtomicFile, WhatTheShellHasOpenGoesOnAtItsEnd) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "log", "before, "));
    const FileDescriptor log(::open((folder / "log").c_str(), O_WRONLY | O_APPEND));
    ASSERT_TRUE(write_text_file("/proc/self/fd/" + std::to_string(log.number()), "after"));
    ASSERT_TRUE(write_text_file("/dev/fd/" + std::to_string(log.number()), "wards"));
    EXPECT_EQ(content_of(folder / "log"), "before, afterwards");
}

TEST(AtomicFile, RemovesWhatKilledProcessesLeftAndNothingElse) {
    const TemporaryFolder folder;
    const pid_t child = ::fork();
    if (child == 0) {
        AtomicFile file(folder / "a");
        file.append(std::as_bytes(std::span("half", 4)));
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    ASSERT_EQ(folder.count_files(), 1U) << "the child has left its temporary file";
    const auto another = [&](std::string_view end) {
        return folder.path() / fmt::format(".attention-lab-{}-{}", child, end);
    };
    for (const char* end : {"x.tmp", "1.tmp.txt", ".tmp", "1-2.tmp"})
        ASSERT_EQ(FileDescriptor(::open(another(end).c_str(), O_CREAT | O_WRONLY, 0600)).number() < 0, false);
    const FileDescriptor held(::open(another("77.tmp").c_str(), O_CREAT | O_RDWR, 0600));
    ASSERT_EQ(::flock(held.number(), LOCK_EX), 0);
    const AtomicFile mine(folder / "mine");
    ASSERT_TRUE(write_text_file(folder / "a", "whole"));
    EXPECT_EQ(folder.count_files(), 7U) << "a, mine, four names that are not ours, and one that somebody holds";
    EXPECT_EQ(content_of(folder / "a"), "whole");
}

TEST(AtomicFile, WritesTheTargetOfALinkAndLeavesTheLink) {
    const TemporaryFolder folder;
    ASSERT_TRUE(std::filesystem::create_directory(folder / "sub"));
    ASSERT_TRUE(write_text_file(folder / "sub/target", "old"));
    std::filesystem::create_symlink("sub/target", folder / "link");
    std::filesystem::create_symlink("sub/fresh", folder / "dangling");
    ASSERT_TRUE(write_text_file(folder / "link", "new"));
    ASSERT_TRUE(write_text_file(folder / "dangling", "first"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "dangling"));
    EXPECT_EQ(content_of(folder / "sub/target"), "new");
    EXPECT_EQ(content_of(folder / "sub/fresh"), "first");
}

TEST(AtomicFile, SaysWhereItCannotWrite) {
    const TemporaryFolder folder;
    EXPECT_THAT(message_of(write_text_file(folder / "missing/a", "x")),
                testing::ContainsRegex("missing/a: cannot be written: there is no folder .*/missing$"));
    EXPECT_THAT(message_of(write_text_file(folder / "", "x")),
                EndsWith("is a folder, the name of a file was expected"));
    EXPECT_THAT(message_of(write_text_file("", "x")), HasSubstr("cannot be written"));
    EXPECT_THAT(message_of(write_text_file("/proc/a", "x")), StartsWith("/proc/a: cannot be written"));
    std::filesystem::create_symlink("circle", folder / "circle");
    EXPECT_THAT(message_of(write_text_file(folder / "circle", "x")), EndsWith("Too many levels of symbolic links"));
    EXPECT_EQ(folder.count_files(), 1U);
}

TEST(AtomicFile, DoesNotReplaceAWriteProtectedFile) {
    const WithoutPrivileges nobody;
    const TemporaryFolder folder;
    ASSERT_TRUE(write_text_file(folder / "a", "old"));
    ASSERT_EQ(::chmod((folder / "a").c_str(), 0444), 0);
    EXPECT_THAT(message_of(write_text_file(folder / "a", "new")), EndsWith("Permission denied"));
    EXPECT_EQ(content_of(folder / "a"), "old");
    ASSERT_EQ(::chmod((folder / "").c_str(), 0555), 0);
    EXPECT_THAT(message_of(write_text_file(folder / "b", "new")), EndsWith("Permission denied"));
}

TEST(AtomicFile, AFullDeviceIsAnError) {
    EXPECT_EQ(message_of(write_text_file("/dev/full", "x")), "/dev/full: cannot be written: No space left on device");
    EXPECT_TRUE(write_text_file("/dev/null", "x"));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(AtomicFile, AFullDiskLeavesNothingBehind) {
    const TemporaryFolder folder;
    // A limit on the size of files fails at the same place as a full disk.
    struct SmallFilesOnly {
        rlimit old{};
        SmallFilesOnly() {
            ::getrlimit(RLIMIT_FSIZE, &old);
            ::signal(SIGXFSZ, SIG_IGN);
            const struct rlimit small { 4096, old.rlim_max };
            ::setrlimit(RLIMIT_FSIZE, &small);
        }
        ~SmallFilesOnly() { ::setrlimit(RLIMIT_FSIZE, &old); }
    };
    ASSERT_TRUE(write_text_file(folder / "a", "old"));
    std::string message;
    {
        const SmallFilesOnly limit;
        message = message_of(write_text_file(folder / "a", std::string(100000, 'x')));
    }
    EXPECT_THAT(message, EndsWith("cannot be written: File too large"));
    EXPECT_EQ(content_of(folder / "a"), "old");
    EXPECT_EQ(folder.count_files(), 1U);
}

} // namespace attn
