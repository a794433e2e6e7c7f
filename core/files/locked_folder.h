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

/// Makes a folder that only its user can look into. One that is there is taken as it is if it is a folder of that user;
/// a symbolic link is refused.
Result<void> make_private_folder(const std::filesystem::path& folder);

/// A private folder with a lock that its process holds until this object goes or the process ends, however it ends.
class LockedFolder {
public:
    /// A new one in `home`, which is made where there is none. Its name begins with `kind` and a hyphen, its lock file
    /// holds `mark`, by which it is known again.
    static Result<LockedFolder> create(const std::filesystem::path& home, const std::string& kind,
                                       std::string_view mark);
    /// What the lock file of a folder of this user holds, up to a few bytes; nothing where this is no such
    /// folder. Nothing is touched.
    static std::optional<std::string> mark_of(const std::filesystem::path& folder);
    /// One that is there; nothing where somebody has its lock, or where it has none.
    static std::optional<LockedFolder> take(const std::filesystem::path& folder);

    LockedFolder(LockedFolder&&) noexcept = default;
    LockedFolder& operator=(LockedFolder&&) noexcept = default;
    ~LockedFolder() = default;

    const std::filesystem::path& path() const { return path_; }
    /// Whether it is there still: nobody has removed it.
    bool is_there() const;

    /// Its files of these names go, and with them the folder, unless it holds others. From the first moment on nobody
    /// takes what is left of it for whole.
    void remove(const std::vector<std::string>& files);
    /// Under another name from now on, for good.
    void rename(const std::string& name);

private:
    LockedFolder(std::filesystem::path path, FileDescriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}

    std::filesystem::path path_;
    FileDescriptor lock_;
};

/// The names of what lies in a folder, without subfolders' contents; at most `most` of them.
std::vector<std::string> names_in(const std::filesystem::path& folder, std::size_t most);

} // namespace attn
