#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace attn {

/// The identity and the state of a file when it was read or written, for detecting later changes.
struct FileStamp {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;     // bytes
    std::int64_t modified = 0;  // nanoseconds, from the file system
    std::int64_t changed = 0;   // likewise; also changes with the file's mode and names
    std::uint32_t checksum = 0; // of the content
};

/// The stamp of the file now; nullopt if the file cannot be read.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

/// True if the file now has another content. A missing file counts as unchanged, since nothing can be lost; so does one
/// that was only touched, copied back or rewritten with the same content.
bool has_changed(const std::filesystem::path& path, const FileStamp& since);

} // namespace attn
