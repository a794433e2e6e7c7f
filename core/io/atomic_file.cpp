#include "core/io/atomic_file.h"

#include "core/io/printable.h"

#include <array>
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace attn {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

/// 0, or the reason why not all bytes could be written.
int write_all(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return 0;
}

/// 0, or the reason why not all bytes could be replaced.
int write_all_at(int descriptor, std::span<const std::byte> bytes, std::uint64_t offset) {
    while (!bytes.empty()) {
        const ssize_t count = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
    return 0;
}

/// Where symbolic links lead, be there a file or not.
std::filesystem::path followed(std::filesystem::path path) {
    constexpr int most_links = 40; // as Linux has it
    std::error_code ignored;
    for (int i = 0; i < most_links && std::filesystem::is_symlink(path, ignored); ++i)
        path = path.parent_path() / std::filesystem::read_symlink(path, ignored);
    return path;
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// Something that takes bytes but is not replaced by a file: /dev/stdout, a named pipe.
bool is_device(const std::filesystem::path& path) {
    const std::string name = path.lexically_normal().string();
    if (name.starts_with("/dev/") || name.starts_with("/proc/"))
        return true;
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

} // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path) : path_(path), target_(path), device_(is_device(path)) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        failure_ = error("{}: is a folder, the name of a file was expected", printable_path(path));
        return;
    }
    if (device_) {
        create_temporary(std::filesystem::temp_directory_path(ignored));
        return;
    }
    target_ = followed(path);
    if (::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0 && errno != ENOENT) {
        fail(errno);
        return;
    }
    create_temporary(folder_of(target_));
    take_over_mode();
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)), target_(std::move(other.target_)), temporary_(std::exchange(other.temporary_, {})),
      device_(other.device_), descriptor_(std::move(other.descriptor_)), buffer_(std::move(other.buffer_)),
      size_(other.size_), failure_(std::move(other.failure_)) {}

AtomicFile::~AtomicFile() {
    discard();
}

void AtomicFile::create_temporary(const std::filesystem::path& folder) {
    constexpr int attempts = 1000; // as many files may be written at once, or have been left by a power cut
    constexpr mode_t anybody_whom_umask_allows = 0666;
    for (int i = 0; i < attempts; ++i) {
        temporary_ = folder / fmt::format(".attention-lab-{}-{}.tmp", ::getpid(), i);
        descriptor_ = FileDescriptor(
            ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, anybody_whom_umask_allows));
        if (descriptor_.number() >= 0)
            return;
        if (errno != EEXIST)
            break;
    }
    const int reason = errno;
    temporary_.clear(); // it is not ours
    fail(reason);
}

void AtomicFile::take_over_mode() {
    struct stat old = {};
    if (failed() || ::stat(target_.c_str(), &old) != 0)
        return;
    // The owner can be kept only by root; then the file does not change hands because root saved it.
    if (::fchown(descriptor_.number(), old.st_uid, old.st_gid) != 0)
        errno = 0;
    if (::fchmod(descriptor_.number(), old.st_mode & 07777U) != 0)
        fail(errno);
}

void AtomicFile::append(std::span<const std::byte> bytes) {
    if (failed())
        return;
    size_ += bytes.size();
    if (buffer_.size() + bytes.size() > buffer_bytes)
        flush();
    if (failed())
        return;
    if (bytes.size() >= buffer_bytes) {
        if (const int reason = write_all(descriptor_.number(), bytes); reason != 0)
            fail(reason);
        return;
    }
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void AtomicFile::replace(std::uint64_t offset, std::span<const std::byte> bytes) {
    assert(failed() || offset + bytes.size() <= size_);
    flush();
    if (failed())
        return;
    if (const int reason = write_all_at(descriptor_.number(), bytes, offset); reason != 0)
        fail(reason);
}

void AtomicFile::flush() {
    if (failed())
        return;
    if (const int reason = write_all(descriptor_.number(), buffer_); reason != 0)
        fail(reason);
    buffer_.clear();
}

void AtomicFile::fail(int reason) {
    failure_ = error("{}: cannot be written: {}", printable_path(path_), std::generic_category().message(reason));
    discard();
}

void AtomicFile::discard() {
    if (!temporary_.empty())
        ::unlink(temporary_.c_str());
    temporary_.clear();
}

Result<void> AtomicFile::commit() {
    flush();
    if (!failed()) {
        if (device_)
            copy_to_device();
        else
            move_into_place();
    }
    if (failure_)
        return *failure_;
    return {};
}

void AtomicFile::move_into_place() {
    if (::fsync(descriptor_.number()) != 0 || ::rename(temporary_.c_str(), target_.c_str()) != 0) {
        fail(errno);
        return;
    }
    temporary_.clear(); // now it is the file
    // The new name is safe once the folder is; some file systems cannot do that, and the content is safe anyway.
    const FileDescriptor folder(::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.number() >= 0 && ::fsync(folder.number()) != 0)
        errno = 0;
}

void AtomicFile::copy_to_device() {
    // O_APPEND: where the shell has sent standard output to the end of a file, nothing before it is lost.
    const FileDescriptor device(::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (device.number() < 0 || ::lseek(descriptor_.number(), 0, SEEK_SET) < 0) {
        fail(errno);
        return;
    }
    std::vector<std::byte> chunk(buffer_bytes);
    for (;;) {
        const ssize_t count = ::read(descriptor_.number(), chunk.data(), chunk.size());
        if (count == 0)
            break;
        const int reason =
            count < 0 ? errno : write_all(device.number(), std::span(chunk).first(static_cast<std::size_t>(count)));
        if (reason != 0) {
            fail(reason);
            return;
        }
    }
    discard();
}

} // namespace attn
