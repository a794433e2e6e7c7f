#pragma once

#include "core/files/file.h"

#include <filesystem>
#include <optional>

namespace attn {

/// A lock that only one process can have at a time, and that ends with the process however it ends. The lock belongs to
/// the open file; the existence of the file means nothing, so the file of a killed process excludes nobody.
class FileLock {
public:
    /// Tries to get the lock; nullopt if another process has it or the file cannot be created. The folder must exist.
    static std::optional<FileLock> acquire(const std::filesystem::path& path);
    /// True if any process has the lock.
    static bool is_held(const std::filesystem::path& path);

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;
    ~FileLock();

private:
    FileLock(std::filesystem::path path, FileDescriptor descriptor);
    void release();

    std::filesystem::path path_;
    FileDescriptor descriptor_;
};

} // namespace attn
