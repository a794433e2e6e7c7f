#include "core/files/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace attn {

namespace {

/// True if the path still names the open file; the owner of the lock removes the file when it releases the lock.
bool is_file_at(const FileDescriptor& file, const std::filesystem::path& path) {
    struct stat open = {};
    struct stat named = {};
    return ::fstat(file.number(), &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

} // namespace

FileLock::FileLock(std::filesystem::path path, FileDescriptor descriptor)
    : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

std::optional<FileLock> FileLock::acquire(const std::filesystem::path& path) {
    constexpr int attempts = 100; // an attempt fails only if a holder released the lock in between
    constexpr mode_t owner_only = 0600;
    for (int i = 0; i < attempts; ++i) {
        FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, owner_only));
        if (file.number() < 0 || ::flock(file.number(), LOCK_EX | LOCK_NB) != 0)
            return std::nullopt;
        if (is_file_at(file, path))
            return FileLock(path, std::move(file));
    }
    return std::nullopt;
}

bool FileLock::is_held(const std::filesystem::path& path) {
    const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    return file.number() >= 0 && ::flock(file.number(), LOCK_SH | LOCK_NB) != 0;
}

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::exchange(other.path_, {})), descriptor_(std::move(other.descriptor_)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
    if (this != &other) {
        release();
        path_ = std::exchange(other.path_, {});
        descriptor_ = std::move(other.descriptor_);
    }
    return *this;
}

FileLock::~FileLock() {
    release();
}

void FileLock::release() {
    if (!path_.empty())
        ::unlink(path_.c_str()); // remove the file while the lock is still held
    path_.clear();
    descriptor_ = FileDescriptor();
}

} // namespace attn
