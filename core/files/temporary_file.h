#pragma once

#include "core/files/file.h"

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace attn {

// Files that are there only until their content takes another name. Their names begin with a dot and hold the process
// that made them, so that those of a process that was killed can be told from those that are still written.

struct TemporaryFile {
    std::filesystem::path path;
    FileDescriptor descriptor; ///< open for reading and writing, and locked while it is open
};

/// A new, empty file in the folder; `mode` as open has it. Nothing, and errno, where it cannot be made.
std::optional<TemporaryFile> create_temporary_file(const std::filesystem::path& folder, mode_t mode);

/// A new, empty folder in the folder, locked while the descriptor is open. Nothing, and errno, where it cannot be made.
std::optional<TemporaryFile> create_temporary_folder(const std::filesystem::path& folder);

/// A second name beside a file, under which its content stays when another takes the first. Nothing where the file
/// system has no such thing.
std::optional<std::filesystem::path> keep_under_temporary_name(const std::filesystem::path& file);

/// Removes from a folder the temporary files and folders whose process is gone. Those that somebody holds open and
/// locked stay: their process may live where this one cannot see it, in a container or on another machine.
void remove_orphaned_temporary_files(const std::filesystem::path& folder);

} // namespace attn
