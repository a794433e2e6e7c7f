#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace attn {

/// What a file was when it was read or written, to be told from what others make of it later.
struct FileStamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;     // bytes
    std::int64_t modified = 0;  // nanoseconds, as the file system has them
    std::int64_t changed = 0;   // the same, of the file's mode and names as well
    std::uint32_t checksum = 0; // of the content
};

/// Nothing where no file can be read.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// Whether the file holds something else now. One that is gone has nothing to lose and does not count; one that was
/// only touched, copied back or written again as it was has not changed.
bool has_changed(const std::filesystem::path& path, const FileStamp& since);

} // namespace attn
