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

/// Makes a folder that only its user can look into. An existing folder of this user is used as it is; a symbolic link
/// is refused.
Result<void> make_private_folder(const std::filesystem::path& folder);

/// A private folder, locked by its process until this object is destroyed or the process ends in any way.
class LockedFolder {
public:
    /// Makes a new folder in `home`, and `home` if necessary. Its name begins with `kind` and a hyphen; its lock file
    /// contains `mark`, which identifies it later.
    static Result<LockedFolder> create(const std::filesystem::path& home, const std::string& kind,
                                       std::string_view mark);
    /// The first bytes of the lock file of this user's folder; nullopt if it is no such folder. Changes nothing.
    static std::optional<std::string> mark_of(const std::filesystem::path& folder);
    /// Locks an existing folder; nullopt if it is locked or has no lock file.
    static std::optional<LockedFolder> take(const std::filesystem::path& folder);

    LockedFolder(LockedFolder&&) noexcept = default;
    LockedFolder& operator=(LockedFolder&&) noexcept = default;
    ~LockedFolder() = default;

    const std::filesystem::path& path() const { return path_; }
    /// True if the folder still exists.
    bool is_there() const;

    /// Removes these files, and the folder unless it holds others. From the first moment on, nobody takes the remains
    /// for a whole folder.
    void remove(const std::vector<std::string>& files);
    /// Renames the folder for good.
    void rename(const std::string& name);

private:
    LockedFolder(std::filesystem::path path, FileDescriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}

    std::filesystem::path path_;
    FileDescriptor lock_;
};

/// The names of the files and folders in a folder, at most `most` of them; not recursive.
std::vector<std::string> names_in(const std::filesystem::path& folder, std::size_t most);

} // namespace attn
