#pragma once

#include "core/files/file.h"

#include <filesystem>
#include <optional>

namespace attn {

/// A lock that one process holds at a time, and that ends with the process however it ends. The open file is locked;
/// the existence of the file means nothing, so the file of a killed process locks nobody out.
class FileLock {
public:
    /// Takes the lock. nullopt if another holds it or the file cannot be made. The folder must exist.
    static std::optional<FileLock> acquire(const std::filesystem::path& path);
    /// True if the lock is held by anyone.
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
