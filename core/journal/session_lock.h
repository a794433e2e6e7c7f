#pragma once

#include <filesystem>

namespace attn {

/// The file that whoever works on a session holds (FileLock), in a folder of locks: the same for every path that leads
/// to the session's file, and never beside that file.
std::filesystem::path session_lock_path(const std::filesystem::path& session, const std::filesystem::path& folder);

} // namespace attn
