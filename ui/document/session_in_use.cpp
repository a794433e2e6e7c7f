#include "ui/document/session_in_use.h"

#include "core/journal/session_lock.h"

#include <system_error>
#include <utility>

namespace attn {

bool SessionInUse::work_on(const std::filesystem::path& file) {
    if (folder_.empty() || (lock_ && file == file_))
        return false;
    lock_.reset();
    const bool is_known = std::exchange(file_, file) == file;
    if (file.empty())
        return false;
    std::error_code ignored;
    std::filesystem::create_directories(folder_, ignored); // without the folder nobody is told, and all else works
    const std::filesystem::path path = session_lock_path(file, folder_);
    lock_ = FileLock::acquire(path);
    return !lock_ && !is_known && FileLock::is_held(path);
}

} // namespace attn
