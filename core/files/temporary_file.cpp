#include "core/files/temporary_file.h"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace attn {

namespace {

constexpr std::string_view temporary_prefix = ".attention-lab-";
constexpr std::string_view temporary_suffix = ".tmp";
constexpr int temporary_names = 1000; // an earlier process with the same number may have left as many

/// Returns a new name in each call.
std::filesystem::path temporary_name(const std::filesystem::path& folder) {
    static std::atomic<unsigned> number = 0;
    return folder / fmt::format("{}{}-{}{}", temporary_prefix, ::getpid(), number++, temporary_suffix);
}

/// Returns the process in a temporary file's name; 0 if it is not the name of a temporary file.
pid_t process_in_name(std::string_view name) {
    if (!name.starts_with(temporary_prefix) || !name.ends_with(temporary_suffix) ||
        name.size() <= temporary_prefix.size() + temporary_suffix.size())
        return 0;
    name.remove_prefix(temporary_prefix.size());
    name.remove_suffix(temporary_suffix.size());
    const char* const end = name.data() + name.size();
    pid_t process = 0;
    unsigned number = 0;
    const auto [dash, no_process] = std::from_chars(name.data(), end, process);
    if (no_process != std::errc() || process <= 0 || dash == end || *dash != '-')
        return 0;
    const auto [rest, no_number] = std::from_chars(dash + 1, end, number);
    return no_number == std::errc() && rest == end ? process : 0;
}

bool is_gone(pid_t process) {
    return ::kill(process, 0) != 0 && errno == ESRCH;
}

/// True if the process that made the file no longer has it open.
bool is_unlocked(const std::filesystem::path& path) {
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (file.number() < 0 && errno == EISDIR)
        file = FileDescriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    return file.number() >= 0 && ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
}

} // namespace

std::optional<TemporaryFile> create_temporary_file(const std::filesystem::path& folder, mode_t mode) {
    for (int i = 0; i < temporary_names; ++i) {
        std::filesystem::path path = temporary_name(folder);
        FileDescriptor descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));
        if (descriptor.number() >= 0) {
            // On file systems without locks, the process in the name has to do.
            static_cast<void>(::flock(descriptor.number(), LOCK_EX | LOCK_NB));
            return TemporaryFile{std::move(path), std::move(descriptor)};
        }
        if (errno != EEXIST)
            break;
    }
    return std::nullopt;
}

std::optional<TemporaryFile> create_temporary_folder(const std::filesystem::path& folder) {
    constexpr mode_t whatever_the_user_masks = 0777;
    for (int i = 0; i < temporary_names; ++i) {
        std::filesystem::path path = temporary_name(folder);
        if (::mkdir(path.c_str(), whatever_the_user_masks) == 0) {
            FileDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
            static_cast<void>(::flock(descriptor.number(), LOCK_EX | LOCK_NB));
            return TemporaryFile{std::move(path), std::move(descriptor)};
        }
        if (errno != EEXIST)
            break;
    }
    return std::nullopt;
}

std::optional<std::filesystem::path> keep_under_temporary_name(const std::filesystem::path& file) {
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    for (int i = 0; i < temporary_names; ++i) {
        std::filesystem::path path = temporary_name(folder);
        if (::link(file.c_str(), path.c_str()) == 0)
            return path;
        if (errno != EEXIST)
            break;
    }
    return std::nullopt;
}

void remove_orphaned_temporary_files(const std::filesystem::path& folder) {
    constexpr int most_entries = 20000; // more would take too long
    std::error_code failed;
    std::filesystem::directory_iterator entries(folder, failed);
    for (int i = 0; !failed && i < most_entries && entries != std::filesystem::directory_iterator(); ++i) {
        const std::filesystem::path path = entries->path();
        if (const pid_t process = process_in_name(path.filename().native());
            process != 0 && is_gone(process) && is_unlocked(path)) {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored); // follows no links
        }
        entries.increment(failed);
    }
}

} // namespace attn
