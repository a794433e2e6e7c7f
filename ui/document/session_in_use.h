#pragma once

#include "core/files/file_lock.h"

#include <filesystem>
#include <optional>

namespace attn {

/// On which session this window works, said to other windows by a lock.
class SessionInUse {
public:
    /// Where sessions are locked; empty: nobody is told.
    explicit SessionInUse(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// This window works on that file from now on; empty: on none. Returns whether another window does already, the
    /// first time that it is asked about the file.
    bool work_on(const std::filesystem::path& file);

private:
    std::filesystem::path folder_;
    std::filesystem::path file_; ///< of `lock_`, be it ours or not
    std::optional<FileLock> lock_;
};

} // namespace attn
