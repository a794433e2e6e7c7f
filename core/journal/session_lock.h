#pragma once

#include <filesystem>

namespace attn {

/// Returns the path of a session's lock file (FileLock) in the folder of locks; whoever edits the session locks it. All
/// paths that lead to the session's file give the same lock.
std::filesystem::path session_lock_path(const std::filesystem::path& session, const std::filesystem::path& folder);

} // namespace attn
