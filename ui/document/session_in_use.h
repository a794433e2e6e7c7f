#pragma once

#include "core/files/file_lock.h"

#include <filesystem>
#include <optional>

namespace attn {

/// A lock by which other windows can tell which session this window works on.
class SessionInUse {
public:
    /// `folder` holds the locks; empty: nobody is told.
    explicit SessionInUse(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Records that this window works on the file from now on; an empty path: on no file. Returns true if another
    /// window already works on it, the first time that the file is asked about.
    bool work_on(const std::filesystem::path& file);

private:
    std::filesystem::path folder_;
    std::filesystem::path file_; ///< the file of `lock_`, which may be another window's
    std::optional<FileLock> lock_;
};

} // namespace attn
