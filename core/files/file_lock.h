#pragma once

#include "core/files/file.h"

#include <filesystem>
#include <optional>

namespace attn {

/// A lock that one holder in one process has, and that goes with the process however it ends. It is a file that is
/// held, not a file that is there: what a killed process leaves locks nobody out.
class FileLock {
public:
    /// Nothing where somebody else holds it, or where the file cannot be made. The folder exists.
    static std::optional<FileLock> acquire(const std::filesystem::path& path);
    /// Whether somebody holds it.
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
