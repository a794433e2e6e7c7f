#pragma once

#include "core/files/file.h"

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace attn {

// Files that exist only until their content gets another name. Their names begin with a dot and contain the process
// that made them, so that files of killed processes can be told from files that are still being written.

struct TemporaryFile {
    std::filesystem::path path;
    FileDescriptor descriptor; ///< open for reading and writing, and locked while it is open
};

/// Creates an empty file in the folder; `mode` as in open(). nullopt, with errno, if it cannot be created.
std::optional<TemporaryFile> create_temporary_file(const std::filesystem::path& folder, mode_t mode);

/// Creates an empty folder in the folder, locked while the descriptor is open. nullopt, with errno, if it cannot be
/// created.
std::optional<TemporaryFile> create_temporary_folder(const std::filesystem::path& folder);

/// Creates a second name (hard link) for a file, under which its content survives the file's replacement. nullopt if
/// the file system has no hard links.
std::optional<std::filesystem::path> keep_under_temporary_name(const std::filesystem::path& file);

/// Removes temporary files and folders of processes that no longer exist. Locked ones stay: their process may run in a
/// container or on another machine, where this process cannot see it.
void remove_orphaned_temporary_files(const std::filesystem::path& folder);

} // namespace attn
