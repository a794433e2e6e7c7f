#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace attn {

/// The identity and the state of a file when it was read or written, by which later changes are detected.
struct FileStamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;     // bytes
    std::int64_t modified = 0;  // nanoseconds, from the file system
    std::int64_t changed = 0;   // nanoseconds, from the file system; also changes with the file's mode and names
    std::uint32_t checksum = 0; // checksum of the content
};

/// Returns the stamp of the file at the moment; nullopt if the file cannot be read.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// True if the file's content has changed. A missing file counts as unchanged, since nothing can be lost; so does a
/// file that was only touched, copied back or rewritten with the same content.
bool has_changed(const std::filesystem::path& path, const FileStamp& since);

} // namespace attn
