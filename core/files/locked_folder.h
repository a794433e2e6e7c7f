#pragma once

#include "core/files/file.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// Creates a folder that only its user can read. An existing folder of this user is used as it is; a symbolic link is
/// refused.
Result<void> make_private_folder(const std::filesystem::path& folder);

/// A private folder, locked by its process until this object is destroyed or the process ends in any way.
class LockedFolder {
public:
    /// Creates a new folder in `home`, and `home` if necessary. Its name begins with `kind` and a hyphen; its lock file
    /// contains `mark`, by which it is recognised later.
    static Result<LockedFolder> create(const std::filesystem::path& home, const std::string& kind,
                                       std::string_view mark);
    /// Returns the first bytes of the lock file of a folder of this user; nullopt if it is no such folder. Changes
    /// nothing.
    static std::optional<std::string> mark_of(const std::filesystem::path& folder);
    /// Locks an existing folder; nullopt if it is locked or has no lock file.
    static std::optional<LockedFolder> take(const std::filesystem::path& folder);

    LockedFolder(LockedFolder&&) noexcept = default;
    LockedFolder& operator=(LockedFolder&&) noexcept = default;
    ~LockedFolder() = default;

    const std::filesystem::path& path() const { return path_; }
    /// True if the folder still exists.
    bool is_there() const;

    /// Removes these files, and the folder unless it contains others. While this is under way, no program mistakes the
    /// rest for a complete folder.
    void remove(const std::vector<std::string>& files);
    /// Renames the folder permanently.
    void rename(const std::string& name);

private:
    LockedFolder(std::filesystem::path path, FileDescriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}

    std::filesystem::path path_;
    FileDescriptor lock_;
};

/// Returns the names of the files and folders in a folder, at most `most` of them; not recursive.
std::vector<std::string> names_in(const std::filesystem::path& folder, std::size_t most);

} // namespace attn
