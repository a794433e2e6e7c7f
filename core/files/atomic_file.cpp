#include "core/files/atomic_file.h"

#include "core/files/printable.h"
#include "core/files/temporary_file.h"

#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace attn {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

/// Writes all bytes; returns 0 or errno.
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

/// Overwrites bytes from `offset` on; returns 0 or errno.
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

std::filesystem::path folder_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// True for /dev/stdout and similar names of a file that is already open: bytes are written to it, and it is not
/// replaced. Other files of /proc and /dev/fd are never replaced, either.
bool names_open_file(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::string name = std::filesystem::absolute(path, ignored).lexically_normal().string();
    return name.starts_with("/proc/") || name.starts_with("/dev/fd/");
}

/// Returns the path to which all symbolic links lead; the file need not exist.
std::filesystem::path followed(std::filesystem::path path) {
    constexpr int most_links = 40; // as in Linux
    std::error_code ignored;
    for (int i = 0; i < most_links && !names_open_file(path) && std::filesystem::is_symlink(path, ignored); ++i)
        path = path.parent_path() / std::filesystem::read_symlink(path, ignored);
    return path;
}

/// True for targets that accept bytes but cannot be replaced: /dev/stdout, a named pipe.
bool is_stream(const std::filesystem::path& target) {
    struct stat status = {};
    return names_open_file(target) ||
           (::stat(target.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
}

} // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path)
    : path_(path), target_(followed(path)), is_stream_(is_stream(target_)) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        failure_ = error("{}: is a folder, the name of a file was expected", printable_path(path));
    else if (is_stream_)
        begin_stream();
    else
        begin_replacement();
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)), target_(std::move(other.target_)), temporary_(std::exchange(other.temporary_, {})),
      is_stream_(other.is_stream_), descriptor_(std::move(other.descriptor_)), buffer_(std::move(other.buffer_)),
      size_(other.size_), failure_(std::move(other.failure_)) {}

AtomicFile::~AtomicFile() {
    discard();
}

/// Creates an unlinked temporary file in which the bytes for a stream are stored until commit.
void AtomicFile::begin_stream() {
    constexpr mode_t owner_only = 0600;
    std::error_code ignored;
    std::optional<TemporaryFile> made =
        create_temporary_file(std::filesystem::temp_directory_path(ignored), owner_only);
    if (!made) {
        fail(errno);
        return;
    }
    ::unlink(made->path.c_str());
    descriptor_ = std::move(made->descriptor);
}

void AtomicFile::begin_replacement() {
    constexpr mode_t anybody_whom_umask_allows = 0666;
    constexpr mode_t owner_only = 0600; // until it has the mode of the file that it replaces
    struct stat old = {};
    const bool replaces = ::stat(target_.c_str(), &old) == 0;
    if (!replaces && errno != ENOENT)
        return fail(errno);
    if (replaces && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0)
        return fail(errno);
    remove_orphaned_temporary_files(folder_of(target_));
    std::optional<TemporaryFile> made =
        create_temporary_file(folder_of(target_), replaces ? owner_only : anybody_whom_umask_allows);
    if (!made)
        return fail(errno);
    temporary_ = std::move(made->path);
    descriptor_ = std::move(made->descriptor);
    if (replaces)
        take_over_mode(old);
}

void AtomicFile::take_over_mode(const struct stat& old) {
    mode_t mode = old.st_mode & 07777U;
    // Only root can keep the owner; a file that root saves thus stays its owner's.
    if (::fchown(descriptor_.number(), old.st_uid, old.st_gid) != 0 &&
        ::fchown(descriptor_.number(), static_cast<uid_t>(-1), old.st_gid) != 0)
        mode = (mode & ~mode_t{070}) | (mode & mode_t{07}) << 3U; // another group gets the rights of others
    if (::fchmod(descriptor_.number(), mode) != 0)
        fail(errno);
}

std::optional<std::filesystem::path> AtomicFile::replaced_file() const {
    return is_stream_ ? std::nullopt : std::optional(target_);
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
    std::error_code ignored;
    const std::filesystem::path folder = path_.parent_path();
    if (reason == ENOENT && !folder.empty() && !std::filesystem::exists(folder, ignored))
        failure_ = error("{}: cannot be written: there is no folder {}", printable_path(path_), printable_path(folder));
    else
        failure_ = error("{}: cannot be written: {}", printable_path(path_), std::generic_category().message(reason));
    discard();
}

void AtomicFile::discard() {
    if (!temporary_.empty())
        ::unlink(temporary_.c_str());
    temporary_.clear();
}

Result<void> AtomicFile::prepare() {
    flush();
    if (!failed() && !is_stream_ && descriptor_.number() >= 0) { // else it is prepared already
        if (::fsync(descriptor_.number()) != 0)
            fail(errno);
        descriptor_ = FileDescriptor();
    }
    return failure_ ? Result<void>(*failure_) : Result<void>();
}

Result<void> AtomicFile::commit() {
    if (prepare()) {
        if (is_stream_)
            copy_to_stream();
        else
            move_into_place();
    }
    return failure_ ? Result<void>(*failure_) : Result<void>();
}

void AtomicFile::move_into_place() {
    if (::rename(temporary_.c_str(), target_.c_str()) != 0)
        return fail(errno);
    temporary_.clear(); // its name is the file's now
    // The rename is durable once the folder is synced. Some file systems cannot do that; the content is durable anyway.
    const FileDescriptor folder(::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.number() >= 0 && ::fsync(folder.number()) != 0)
        errno = 0;
}

void AtomicFile::copy_to_stream() {
    // O_APPEND: keeps earlier output if the shell has sent standard output to the end of a file.
    const FileDescriptor stream(::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (stream.number() < 0 || ::lseek(descriptor_.number(), 0, SEEK_SET) < 0) {
        fail(errno);
        return;
    }
    std::vector<std::byte> chunk(buffer_bytes);
    for (;;) {
        const ssize_t count = ::read(descriptor_.number(), chunk.data(), chunk.size());
        if (count == 0)
            break;
        const int reason =
            count < 0 ? errno : write_all(stream.number(), std::span(chunk).first(static_cast<std::size_t>(count)));
        if (reason != 0) {
            fail(reason);
            return;
        }
    }
}

} // namespace attn
