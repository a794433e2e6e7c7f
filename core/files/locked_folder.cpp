#include "core/files/locked_folder.h"

#include "core/files/printable.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace attn {

namespace {

constexpr const char* lock_name = "lock";
constexpr const char* unfinished = ".new-"; // maybe not locked yet
constexpr const char* going = ".gone-";     // being removed
constexpr mode_t only_me = 0700;

Error folder_error(const std::filesystem::path& folder, int reason) {
    return error("{}: cannot be made: {}", printable_path(folder), std::generic_category().message(reason));
}

/// True if the path is a folder of this user, and not a link.
bool is_own_folder(const std::filesystem::path& path) {
    struct stat status = {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::geteuid();
}

bool is_open_at(const FileDescriptor& opened, const std::filesystem::path& file) {
    struct stat here = {};
    struct stat named = {};
    return ::fstat(opened.number(), &here) == 0 && ::lstat(file.c_str(), &named) == 0 && here.st_ino == named.st_ino &&
           here.st_dev == named.st_dev;
}

/// Returns the folder's lock file, opened and locked by us; not open if another process has the lock. `made`: O_CREAT
/// to create a new file, or 0.
FileDescriptor lock_in(const std::filesystem::path& folder, int made) {
    const std::filesystem::path file = folder / lock_name;
    FileDescriptor lock(::open(file.c_str(), O_RDWR | made | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    if (lock.number() < 0 || ::flock(lock.number(), LOCK_EX | LOCK_NB) != 0)
        return FileDescriptor();
    // The former holder may have removed the folder meanwhile.
    return is_open_at(lock, file) ? std::move(lock) : FileDescriptor();
}

} // namespace

Result<void> make_private_folder(const std::filesystem::path& folder) {
    std::error_code failed;
    if (folder.has_parent_path())
        std::filesystem::create_directories(folder.parent_path(), failed);
    if (failed)
        return folder_error(folder, failed.value());
    const bool is_new = ::mkdir(folder.c_str(), only_me) == 0;
    if (!is_new && errno != EEXIST)
        return folder_error(folder, errno);
    struct stat status = {};
    if (::lstat(folder.c_str(), &status) != 0)
        return folder_error(folder, errno);
    if (S_ISLNK(status.st_mode))
        return error("{}: is a symbolic link, a folder was expected", printable_path(folder));
    if (!S_ISDIR(status.st_mode))
        return error("{}: is a file, a folder was expected", printable_path(folder));
    if (status.st_uid != ::geteuid())
        return error("{}: belongs to somebody else", printable_path(folder));
    if (is_new && (status.st_mode & 07777U) != only_me && ::chmod(folder.c_str(), only_me) != 0)
        return folder_error(folder, errno);
    return {};
}

Result<LockedFolder> LockedFolder::create(const std::filesystem::path& home, const std::string& kind,
                                          std::string_view mark) {
    if (const Result<void> made = make_private_folder(home); !made)
        return made.error();
    // The folder gets its name only when it is locked: so a folder with its name and without a lock was abandoned.
    constexpr int attempts = 100;
    for (int i = 0; i < attempts; ++i) {
        std::string hidden = (home / (std::string(unfinished) + "XXXXXX")).string();
        if (::mkdtemp(hidden.data()) == nullptr)
            return folder_error(home, errno);
        FileDescriptor lock = lock_in(hidden, O_CREAT);
        const std::filesystem::path named = home / (kind + '-' + hidden.substr(hidden.size() - 6));
        const bool is_marked =
            lock.number() >= 0 && ::write(lock.number(), mark.data(), mark.size()) == static_cast<ssize_t>(mark.size());
        if (is_marked && ::rename(hidden.c_str(), named.c_str()) == 0)
            return LockedFolder(named, std::move(lock));
        const int reason = errno;
        ::unlink((std::filesystem::path(hidden) / lock_name).c_str());
        ::rmdir(hidden.c_str());
        const bool was_taken = lock.number() < 0 && (reason == EWOULDBLOCK || reason == ENOENT);
        if (!is_marked && !was_taken)
            return folder_error(home, reason);
    }
    return error("{}: no folder can be made and locked in it", printable_path(home));
}

std::optional<std::string> LockedFolder::mark_of(const std::filesystem::path& folder) {
    constexpr std::size_t longest_mark = 64;
    if (!is_own_folder(folder))
        return std::nullopt;
    const FileDescriptor file(::open((folder / lock_name).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status = {};
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    std::string mark(longest_mark, '\0');
    const ssize_t count = ::read(file.number(), mark.data(), mark.size());
    if (count < 0)
        return std::nullopt;
    mark.resize(static_cast<std::size_t>(count));
    return mark;
}

std::optional<LockedFolder> LockedFolder::take(const std::filesystem::path& folder) {
    if (!is_own_folder(folder))
        return std::nullopt;
    FileDescriptor lock = lock_in(folder, 0);
    if (lock.number() < 0)
        return std::nullopt;
    return LockedFolder(folder, std::move(lock));
}

bool LockedFolder::is_there() const {
    return is_open_at(lock_, path_ / lock_name);
}

void LockedFolder::remove(const std::vector<std::string>& files) {
    const std::string name = path_.filename().string();
    if (!name.starts_with('.'))
        rename(going + name);
    for (const std::string& file : files)
        ::unlink((path_ / file).c_str());
    ::unlink((path_ / lock_name).c_str());
    ::rmdir(path_.c_str());
    lock_ = FileDescriptor();
}

void LockedFolder::rename(const std::string& name) {
    const std::filesystem::path to = path_.parent_path() / name;
    if (::rename(path_.c_str(), to.c_str()) == 0)
        path_ = to;
}

std::vector<std::string> names_in(const std::filesystem::path& folder, std::size_t most) {
    std::vector<std::string> names;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end && names.size() < most;
         entry.increment(failed))
        names.push_back(entry->path().filename().string());
    return names;
}

} // namespace attn
