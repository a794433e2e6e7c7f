#include "core/files/file_stamp.h"

#include "core/files/content_hash.h"
#include "core/files/file.h"

#include <cerrno>
#include <span>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace attn {

namespace {

std::int64_t nanoseconds(const timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

FileStamp stamp_of_status(const struct stat& status) {
#ifdef __APPLE__
    const timespec& modified = status.st_mtimespec;
    const timespec& changed = status.st_ctimespec;
#else
    const timespec& modified = status.st_mtim;
    const timespec& changed = status.st_ctim;
#endif
    return {static_cast<std::uint64_t>(status.st_dev),
            static_cast<std::uint64_t>(status.st_ino),
            static_cast<std::uint64_t>(status.st_size),
            nanoseconds(modified),
            nanoseconds(changed),
            0};
}

std::optional<std::uint32_t> checksum_of(const FileDescriptor& file) {
    std::vector<std::byte> chunk(std::size_t{1} << 20U);
    std::uint32_t checksum = 0;
    for (;;) {
        const ssize_t count = ::read(file.number(), chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return std::nullopt;
        if (count == 0)
            return checksum;
        checksum = crc32(std::span(chunk).first(static_cast<std::size_t>(count)), checksum);
    }
}

bool is_untouched(const FileStamp& now, const FileStamp& then) {
    return now.device == then.device && now.inode == then.inode && now.size == then.size &&
           now.modified == then.modified && now.changed == then.changed;
}

} // namespace

std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
    const auto file = open_for_reading(path);
    struct stat status = {};
    if (!file || ::fstat(file->descriptor.number(), &status) != 0)
        return std::nullopt;
    const auto checksum = checksum_of(file->descriptor);
    if (!checksum)
        return std::nullopt;
    FileStamp stamp = stamp_of_status(status);
    stamp.checksum = *checksum;
    return stamp;
}

bool has_changed(const std::filesystem::path& path, const FileStamp& since) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        return errno != ENOENT;
    if (is_untouched(stamp_of_status(status), since))
        return false;
    const auto now = stamp_of(path);
    return !now || now->size != since.size || now->checksum != since.checksum;
}

} // namespace attn
